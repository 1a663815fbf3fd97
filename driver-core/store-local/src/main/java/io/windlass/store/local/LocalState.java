package io.windlass.store.local;

import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.OptionalInt;

/**
 * State that a local store keeps beside its buckets, in {@code .windlass}: the key from which all
 * secrets are derived, the port, the accounts, and unfinished objects. One process at a time holds
 * it.
 */
final class LocalState implements AutoCloseable {
  /** Name of the directory. No client can reach it, because no bucket can have this name. */
  static final String NAME = ".windlass";

  private static final String KEY = "derivation-key";
  private static final String PORT = "port";
  private static final String ACCOUNTS = "accounts";

  private final Path state;
  private final FileChannel lock;
  private final Keyring keyring;

  private LocalState(Path state, FileChannel lock, Keyring keyring) {
    this.state = state;
    this.lock = lock;
    this.keyring = keyring;
  }

  /**
   * Opens the state of a directory, and creates what is missing.
   *
   * @throws DriverException.InUse when another process holds the state
   * @throws DriverException.InvalidArgument when the directory cannot hold objects
   * @throws IOException when the directory cannot be read or written
   */
  static LocalState open(Path directory) throws IOException {
    Path state = directory.resolve(NAME);
    DurableFile.makeDirectory(state);
    requireAttributes(directory, state);
    FileChannel lock = lock(directory, state.resolve("lock"));
    try {
      DurableFile.makeDirectory(state.resolve(ACCOUNTS));
      removeUnfinished(state);
      removeUnfinished(state.resolve(ACCOUNTS));
      return new LocalState(state, lock, keyring(state.resolve(KEY)));
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Returns the store's own keys. Secrets are derived from them and stored nowhere. */
  Keyring keyring() {
    return keyring;
  }

  /** Returns the directory of the accounts. */
  Path accounts() {
    return state.resolve(ACCOUNTS);
  }

  /** Returns the port that workloads were told, if there is one. */
  OptionalInt port() throws IOException {
    Path file = state.resolve(PORT);
    if (!Files.exists(file)) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (NumberFormatException e) {
      throw new DriverException.InvalidArgument(
          "%s must hold a port: correct it or delete it".formatted(file));
    }
  }

  /** Stores the port for the next start. */
  void keepPort(int port) throws IOException {
    if (!port().equals(OptionalInt.of(port))) {
      DurableFile.write(state.resolve(PORT), Integer.toString(port));
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new DriverException.Unexpected("a lock cannot be released: " + e.getMessage(), e);
    }
  }

  /**
   * Locks the state. The system releases the lock when the process ends, however it ends. It also
   * releases the lock when the process closes any other channel to the file, so nothing else may
   * open the file. (Opening a directory twice in one process does that, but is an error with which
   * this process ends.)
   */
  private static FileChannel lock(Path directory, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds the lock itself; the answer is the same.
    }
    channel.close();
    throw new DriverException.InUse(
        ("directory %s is in use by another process, which alone can read and change what is in"
                + " it: ask the driver that runs there with 'windlass call', and give another"
                + " driver another directory")
            .formatted(directory));
  }

  /**
   * Requires extended attributes, which hold ETags and metadata: without them objects would lose
   * both silently.
   */
  private static void requireAttributes(Path directory, Path state) {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(state, UserDefinedFileAttributeView.class);
    try {
      if (view != null) {
        view.write("windlass", ByteBuffer.wrap(new byte[] {1}));
        return;
      }
    } catch (IOException | UnsupportedOperationException e) {
      // The exception below reports this.
    }
    throw new DriverException.InvalidArgument(
        "directory %s must be on a file system with extended attributes: choose another"
            .formatted(directory));
  }

  private static void removeUnfinished(Path directory) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*" + DurableFile.UNFINISHED)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  private static Keyring keyring(Path file) throws IOException {
    if (!Files.exists(file)) {
      DurableFile.write(file, Keyring.generate().reveal());
    }
    try {
      return Keyring.parse(Secret.of(Files.readString(file)));
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(
          "%s is damaged (%s): put back a copy of it".formatted(file, e.getMessage()));
    }
  }
}
