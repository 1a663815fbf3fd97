package io.windlass.store.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes small files that only their owner can read, and that are complete or absent after a crash.
 */
final class DurableFile {
  /** Suffix of files that are not complete. */
  static final String UNFINISHED = ".new";

  private DurableFile() {}

  /** Writes or replaces a file. When this returns, a power failure does not undo it. */
  static void write(Path file, String text) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    Files.deleteIfExists(unfinished);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownerOnly(file, "rw-------"))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    sync(file);
  }

  /** Removes a file durably; does nothing if the file does not exist. */
  static void delete(Path file) throws IOException {
    if (Files.deleteIfExists(file)) {
      sync(file);
    }
  }

  /** Creates a directory and missing ones above it, for their owner alone. */
  static void makeDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
    }
  }

  /** Flushes the directory of a file, which holds the file's name, to disk. */
  private static void sync(Path file) throws IOException {
    try (FileChannel directory =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
