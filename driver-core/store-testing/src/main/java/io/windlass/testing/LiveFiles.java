package io.windlass.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of a directory in which others make and delete files meanwhile. {@link Files#walk} ends
 * with an exception when it meets the name of a file that has just gone.
 */
public final class LiveFiles {
  private LiveFiles() {}

  /** Returns the regular files below a directory; none if it is not there. */
  public static List<Path> in(Path directory) {
    List<Path> found = new ArrayList<>();
    SimpleFileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        };
    try {
      Files.walkFileTree(directory, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
