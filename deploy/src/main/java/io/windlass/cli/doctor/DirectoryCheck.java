package io.windlass.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Checks whether the driver can use one of its directories, and on which file system it is.
 *
 * @param use what the driver does with the directory
 * @param variable the environment variable that names it
 */
record DirectoryCheck(Path directory, Use use, String variable) {
  /** Free space in bytes below which a remark is made, because it is soon used up. */
  private static final long LITTLE = 1L << 30;

  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> NETWORK = Set.of("nfs", "nfs4", "cifs", "smb3", "ceph", "9p");

  /** Use of a directory, which decides how long its content must last. */
  enum Use {
    /** The content may be lost at a reboot, as mounts are. */
    RUN,
    /** The content must survive a reboot. */
    STATE,
    /**
     * The content must survive a reboot. It is what programs write, so the directory should be fast
     * and large.
     */
    STAGING,
    /** The content may be lost, and is useful only on local disk. */
    CACHE
  }

  Finding check() throws IOException {
    Path there = directory;
    while (Files.notExists(there)) {
      there = there.resolveSibling("").toAbsolutePath().normalize();
    }
    if (!Files.isDirectory(there)) {
      return Finding.wrong(
          "%s cannot be used: %s is no directory".formatted(directory, there),
          "remove it, or name another directory with " + variable);
    }
    if (!Files.isWritable(there) || !Files.isExecutable(there)) {
      return Finding.wrong(
          "%s cannot be used: this user may not write to %s".formatted(directory, there),
          "run as the driver's user, or name another directory with " + variable);
    }
    try {
      Files.delete(Files.createTempDirectory(there, ".windlass-doctor-"));
    } catch (IOException e) {
      return Finding.wrong(
          "%s cannot be used: nothing can be made in %s: %s"
              .formatted(directory, there, Reason.of(e)),
          "name another directory with " + variable);
    }
    FileStore store = Files.getFileStore(there);
    long free = store.getUsableSpace();
    String text =
        "%s %s; on %s (%s), %d MiB free"
            .formatted(
                directory,
                there.equals(directory) ? described() : "is not there yet: the driver makes it",
                store.name(),
                store.type(),
                free >> 20);
    return switch (use) {
      case RUN -> Finding.fine(text);
      case STATE -> MEMORY.contains(store.type()) ? lost(text) : Finding.fine(text);
      case STAGING -> {
        if (MEMORY.contains(store.type())) {
          yield lost(text);
        }
        yield local(text, store, free);
      }
      case CACHE -> local(text, store, free);
    };
  }

  private String described() throws IOException {
    return "belongs to %s, mode %s"
        .formatted(
            Files.getOwner(directory).getName(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
  }

  private Finding lost(String text) {
    return Finding.wrong(
        text + ", which a reboot empties",
        "name a directory on disk with %s: what is in it has to outlive a reboot"
            .formatted(variable));
  }

  private Finding local(String text, FileStore store, long free) {
    if (NETWORK.contains(store.type())) {
      return Finding.remark(
          text + ", which is no local disk", "name a directory on local disk with " + variable);
    }
    return free < LITTLE
        ? Finding.remark(text, "make room, or name another directory with " + variable)
        : Finding.fine(text);
  }
}
