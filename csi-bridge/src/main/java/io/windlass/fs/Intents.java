package io.windlass.fs;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been begun and takes several steps in the bucket, on disk, so that it is finished after
 * the death of all processes.
 */
final class Intents {
  private static final Logger log = LoggerFactory.getLogger(Intents.class);
  private static final String SUFFIX = ".rename";
  private static final String DRAFT = SUFFIX + ".new";

  private final Path directory;

  /**
   * Something that is being renamed.
   *
   * @param from key, or prefix with its slash
   * @param to key, or prefix with its slash
   * @param etag of the file that is renamed; empty: a directory
   */
  record Rename(String from, String to, String etag) {
    boolean isDirectory() {
      return etag.isEmpty();
    }
  }

  /** A rename that was begun, until it is closed because it has ended. */
  record Begun(Path file, Rename rename) {
    void end() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What processes before this left. */
  private final Set<Begun> unfinished = ConcurrentHashMap.newKeySet();

  Intents(Path directory) {
    this.directory = directory;
  }

  /** Notes that this begins. */
  Begun begin(Rename rename) {
    String name = UUID.randomUUID().toString();
    Path file = directory.resolve(name + SUFFIX);
    Path draft = directory.resolve(name + DRAFT);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(draft))) {
        out.writeUTF(rename.from);
        out.writeUTF(rename.to);
        out.writeUTF(rename.etag);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("a rename cannot be noted in " + directory, e);
    }
    // One that was half done is this, asked for again: done later, it would undo what comes
    // between.
    unfinished.stream().filter(left -> left.rename.equals(rename)).forEach(Begun::end);
    return new Begun(file, rename);
  }

  /** What processes before this have begun and not ended. Asked for before anything is begun. */
  List<Begun> left() {
    List<Begun> left = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return left;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(DRAFT)) {
          // It was to be begun.
          Files.deleteIfExists(file);
        } else if (name.endsWith(SUFFIX)) {
          read(file).ifPresent(left::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the renames in %s cannot be read".formatted(directory), e);
    }
    unfinished.addAll(left);
    return left;
  }

  private static Optional<Begun> read(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return Optional.of(new Begun(file, new Rename(in.readUTF(), in.readUTF(), in.readUTF())));
    } catch (IOException e) {
      log.warn("{} cannot be read; a rename may be left half done", file, e);
      return Optional.empty();
    }
  }
}
