package io.windlass.cli.scratch;

import io.windlass.mounter.run.RunDirectory;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Temporary directory for one run: nothing is made outside it, and closing it removes everything.
 */
public final class ScratchDirectory implements AutoCloseable {
  private final Path directory;

  private ScratchDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a new directory on a file system with extended attributes, which the store needs.
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
        ("none of %s is on a file system with extended attributes: name a directory that"
                + " is, with TMPDIR")
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

  /** Returns the endpoint at which the driver serves this spec. */
  public String endpoint(Spec spec) {
    return "unix://" + directory.resolve(spec.command() + ".sock");
  }

  /** Returns a file with one of the driver's keys; makes it at the first call. */
  public Path keys() throws IOException {
    Path keys = directory.resolve("keys");
    if (Files.notExists(keys)) {
      SecretFile.write(keys, Keyring.generate());
    }
    return keys;
  }

  /** Returns the run directory in which a node plugin and its mounter meet. */
  public RunDirectory run() {
    return new RunDirectory(directory.resolve("run"));
  }

  /**
   * Returns the settings of a driver's embedded store in this directory. Port 0 is any free port:
   * several drivers may run at once, and nothing that outlives the driver names the port.
   */
  public Map<String, String> embedded() {
    return Map.of(
        "WINDLASS_LOCAL_DIRECTORY", store().toString(), "WINDLASS_LOCAL_LISTEN", "127.0.0.1:0");
  }

  /** Returns the directory of the buckets. */
  public Path store() {
    return directory.resolve("store");
  }

  /** Returns the file with the driver's standard output and standard error. */
  public Path log() {
    return directory.resolve("log");
  }

  /**
   * Returns the buckets and objects in the store, as relative paths, without the server's own
   * state.
   */
  public List<String> stored() {
    return below(store()).stream()
        .filter(name -> !name.startsWith("."))
        .filter(name -> !name.contains("/") || Files.isRegularFile(store().resolve(name)))
        .toList();
  }

  /** Returns the accounts that the server has. */
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

  /**
   * Removes the directory, mounts first: deleting files through a mount would delete the content of
   * its bucket.
   */
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
