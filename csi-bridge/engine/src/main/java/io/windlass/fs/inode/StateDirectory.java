package io.windlass.fs.inode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Directory with the state that a volume keeps for the next process. Only one process can have it
 * open at a time.
 */
public final class StateDirectory implements AutoCloseable {
  private final FileChannel owned;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final DuplicateRequestCache duplicates;
  private final MappedFile usage;

  private StateDirectory(
      FileChannel owned,
      InodeTable inodes,
      HandleTable handles,
      DuplicateRequestCache duplicates,
      MappedFile usage) {
    this.owned = owned;
    this.inodes = inodes;
    this.handles = handles;
    this.duplicates = duplicates;
    this.usage = usage;
  }

  /**
   * Opens the directory. Creates it for its owner alone if it does not exist.
   *
   * @throws UncheckedIOException if it cannot be used, or another process has it open
   */
  public static StateDirectory open(Path directory) {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      FileChannel owned =
          FileChannel.open(
              directory.resolve("lock"),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return open(directory, owned);
    } catch (IOException e) {
      throw new UncheckedIOException("the state in %s cannot be used".formatted(directory), e);
    }
  }

  /** Opens what is in the directory; if that fails, nothing stays open, and another may try. */
  private static StateDirectory open(Path directory, FileChannel owned) throws IOException {
    List<AutoCloseable> opened = new ArrayList<>(List.of(owned));
    try {
      if (!isMine(owned)) {
        throw new IOException("another process serves the volume");
      }
      return new StateDirectory(
          owned,
          noted(opened, InodeTable.open(directory.resolve("inodes"))),
          noted(opened, HandleTable.open(directory.resolve("handles"))),
          noted(opened, DuplicateRequestCache.open(directory.resolve("deeds"))),
          usage(noted(opened, MappedFile.open(directory.resolve("usage")))));
    } catch (IOException | RuntimeException | Error e) {
      for (AutoCloseable each : opened) {
        try {
          each.close();
        } catch (Exception more) {
          e.addSuppressed(more);
        }
      }
      throw e;
    }
  }

  private static <T extends AutoCloseable> T noted(List<AutoCloseable> opened, T file) {
    opened.add(file);
    return file;
  }

  /** Takes the lock, which is released with the channel or the process. */
  private static boolean isMine(FileChannel owned) throws IOException {
    try {
      FileLock lock = owned.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static MappedFile usage(MappedFile file) {
    if (file.size() == 0) {
      file.grow();
    }
    return file;
  }

  public InodeTable inodes() {
    return inodes;
  }

  public HandleTable handles() {
    return handles;
  }

  public DuplicateRequestCache duplicates() {
    return duplicates;
  }

  /** Returns the file that records how much the volume holds. */
  public MappedFile usage() {
    return usage;
  }

  @Override
  public void close() {
    inodes.close();
    handles.close();
    duplicates.close();
    usage.close();
    try {
      owned.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
