package io.windlass.mounter.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Removes directories below one that may belong to another user, as root does for an unprivileged
 * mounter. Each directory is opened below the one that is open already, and no link is followed: so
 * nothing elsewhere is removed, even if that user exchanges directories for links meanwhile.
 */
public final class DirectoryRemoval {
  private DirectoryRemoval() {}

  /**
   * Removes a directory with all that is in it. Of what is not there, or is removed by others
   * meanwhile, nothing is said.
   *
   * @param root directory whose path only users can change whom this process trusts
   * @param below path of the directory to be removed, below that
   */
  public static void remove(Path root, Path below) throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      remove((SecureDirectoryStream<Path>) top, below);
    } catch (NoSuchFileException e) {
      // Somebody else has removed it.
    }
  }

  private static void remove(SecureDirectoryStream<Path> in, Path below) throws IOException {
    if (below.getNameCount() == 1) {
      removeOne(in, below);
      return;
    }
    try (SecureDirectoryStream<Path> next = open(in, below.getName(0))) {
      remove(next, below.subpath(1, below.getNameCount()));
    }
  }

  private static SecureDirectoryStream<Path> open(SecureDirectoryStream<Path> in, Path name)
      throws IOException {
    return in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }

  private static void removeOne(SecureDirectoryStream<Path> in, Path name) throws IOException {
    try {
      if (isDirectory(in, name)) {
        try (SecureDirectoryStream<Path> directory = open(in, name)) {
          for (Path each : content(directory)) {
            removeOne(directory, each);
          }
        }
        in.deleteDirectory(name);
      } else {
        in.deleteFile(name);
      }
    } catch (NoSuchFileException e) {
      // Somebody else has removed it.
    }
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> in, Path name) throws IOException {
    return in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  /**
   * Returns the names in a directory, in the order in which they are removed: a journal ("1.log")
   * before its data ("1.data"), as a journal without data would tell of bytes that are not there.
   */
  private static List<Path> content(SecureDirectoryStream<Path> directory) throws IOException {
    List<Path> names = new ArrayList<>();
    try {
      directory.forEach(each -> names.add(each.getFileName()));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(Comparator.reverseOrder());
    return names;
  }
}
