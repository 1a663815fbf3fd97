package io.windlass.cli.scratch;

import io.windlass.mounter.RunDirectory;
import io.windlass.secret.Keyring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for one run: nothing is made outside it, and nothing of it is left. */
public final class ScratchDirectory implements AutoCloseable {
  private final Path directory;

  private ScratchDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * A new directory where the store can be: it needs a file system with extended attributes.
   *
   * @throws IOException when there is none
   */
  public static ScratchDirectory make() throws IOException {
    List<Path> parents =
        List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/var/tmp"));
    for (Path parent : parents) {
      Path directory = Files.createTempDirectory(parent, "windlass-");
      if (hasAttributes(directory)) {
        return new ScratchDirectory(directory.toRealPath());
      }
      Files.delete(directory);
    }
    throw new IOException(
        "none of %s is on a file system with extended attributes: name a directory that is, with TMPDIR"
            .formatted(parents));
  }

  private static boolean hasAttributes(Path directory) {
    try {
      return Files.getFileAttributeView(directory, UserDefinedFileAttributeView.class)
              .write("windlass", ByteBuffer.wrap(new byte[] {1}))
          > 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  public Path directory() {
    return directory;
  }

  /** Where the driver serves this. */
  public String endpoint(Spec spec) {
    return "unix://" + directory.resolve(spec.command() + ".sock");
  }

  /** A file with a key of the driver's; made when it is first asked for. */
  public Path keys() throws IOException {
    Path keys = directory.resolve("keys");
    if (Files.notExists(keys)) {
      Files.writeString(keys, Keyring.generate().reveal());
    }
    return keys;
  }

  /** Where a node plugin and its mounter meet. */
  public RunDirectory run() {
    return new RunDirectory(directory.resolve("run"));
  }

  /** Where the buckets are. */
  public Path store() {
    return directory.resolve("store");
  }

  /** What the driver wrote to its streams. */
  public Path log() {
    return directory.resolve("log");
  }

  /** Buckets and objects in the store, by paths there; the server's own state left out. */
  public List<String> stored() {
    return below(store()).stream()
        .filter(name -> !name.startsWith("."))
        .filter(name -> !name.contains("/") || Files.isRegularFile(store().resolve(name)))
        .toList();
  }

  /** The accounts that the server knows. */
  public List<String> accounts() {
    return below(store().resolve(".windlass").resolve("accounts"));
  }

  private static List<String> below(Path top) {
    try (Stream<Path> files = Files.walk(top)) {
      return files
          .filter(file -> !file.equals(top))
          .map(file -> top.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Mounts go first: what is deleted is to be this place's, and not what is seen through it. */
  @Override
  public synchronized void close() {
    if (Files.notExists(directory)) {
      return;
    }
    try {
      NodeLeftovers.remove(directory, run());
    } catch (IOException e) {
      throw new UncheckedIOException("%s stays".formatted(directory), e);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
