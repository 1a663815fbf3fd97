package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealingKeyFileTest {
  @TempDir Path directory;

  private SealingKeyFile file() {
    return new SealingKeyFile(directory.resolve("node-key"));
  }

  @Test
  void allProcessesHaveOneKeyThatNobodyElseMayRead() throws IOException {
    assertThat(IntStream.range(0, 8).parallel().mapToObj(_ -> publicKey()).toList())
        .hasSize(8)
        .containsOnly(publicKey());
    assertThat(Files.getPosixFilePermissions(file().path()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(directory).isDirectoryContaining("glob:**/node-key");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  private SealingKey publicKey() {
    try {
      return file().key().publicKey();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatHoldsNoKeyIsNotReplaced() throws IOException {
    Files.writeString(file().path(), "canary");
    assertThatIOException()
        .isThrownBy(() -> file().key())
        .withMessageContaining("node-key: not a private key in PEM: remove it")
        .withMessageNotContaining("canary");
    assertThat(file().path()).hasContent("canary");
  }
}
