package io.windlass.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * File with a key pair that never leaves this machine. It is made where it is used.
 *
 * @param path of the file
 */
public record SealingKeyFile(Path path) {

  /**
   * Returns the key pair; makes it if there is none yet. If several processes do that at once, all
   * get the same one.
   *
   * @throws IOException when the file cannot be read or made, or holds no key
   */
  public SealingKeyPair key() throws IOException {
    if (Files.notExists(path)) {
      make();
    }
    try {
      return SealingKeyPair.parse(Secret.of(Files.readString(path)));
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s: remove it to get a new one".formatted(path, e.getMessage()));
    }
  }

  private void make() throws IOException {
    Path made = Files.createTempFile(path.getParent(), "key", ".new");
    try {
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      try (FileChannel channel = FileChannel.open(made, Set.of(StandardOpenOption.WRITE))) {
        String pem = SealingKeyPair.generate().pem().reveal();
        ByteBuffer bytes = ByteBuffer.wrap(pem.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.createLink(path, made);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
