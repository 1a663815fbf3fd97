package io.windlass.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A new file for one secret, which only its owner can read. Closing removes it again unless the
 * secret was written.
 */
public final class SecretFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private boolean written;

  private SecretFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates it.
   *
   * @throws IOException when it is there already, or cannot be made; the message is for the user
   */
  public static SecretFile create(Path path) throws IOException {
    try {
      return new SecretFile(
          path,
          FileChannel.open(
              path,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(path + " is there already: name a file that is not", e);
    } catch (NoSuchFileException e) {
      throw new IOException(path + " cannot be made: its directory is not there", e);
    }
  }

  /** Creates it and writes the secret. */
  public static void write(Path path, Secret secret) throws IOException {
    try (SecretFile file = create(path)) {
      file.write(secret);
    }
  }

  /** Writes the secret, once. When this returns, a power failure does not undo it. */
  public void write(Secret secret) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(secret.reveal());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
    written = true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!written) {
      Files.deleteIfExists(path);
    }
  }
}
