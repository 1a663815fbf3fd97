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

/** Small files that only their owner can read, and that are there whole or not at all. */
final class DurableFile {
  /** Ends the names of files that were not finished. */
  static final String UNFINISHED = ".new";

  private DurableFile() {}

  /** Writes or replaces a file; when this returns, a power cut does not undo it. */
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

  /** Removes a file for good; no error if it is gone. */
  static void delete(Path file) throws IOException {
    if (Files.deleteIfExists(file)) {
      sync(file);
    }
  }

  /** Makes a directory, and those above it, for its owner alone. */
  static void makeDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
    }
  }

  /** Names are kept in the directory, which has to reach the disk like the file. */
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
