package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretDirectoryTest {
  @TempDir Path directory;

  @Test
  void readsAFileWithoutItsLineEnd() throws IOException {
    Files.writeString(directory.resolve("key"), "value\n");
    assertThat(new SecretDirectory(directory).read("key")).contains(Secret.of("value"));
  }

  @Test
  void missingAndEmptyFilesAreNoSecret() throws IOException {
    Files.writeString(directory.resolve("empty"), " \n");
    SecretDirectory secrets = new SecretDirectory(directory);
    assertThat(secrets.read("missing")).isEmpty();
    assertThat(secrets.read("empty")).isEmpty();
  }

  /** Editors of Windows begin a file with it. */
  @Test
  void aByteOrderMarkIsNoPartOfASecret() throws IOException {
    Files.writeString(directory.resolve("key"), "\ufeffone\r\n");
    Files.writeString(directory.resolve("none"), "\ufeff");
    SecretDirectory secrets = new SecretDirectory(directory);
    assertThat(secrets.read("key")).contains(Secret.of("one"));
    assertThat(secrets.read("none")).isEmpty();
  }

  @Test
  void readsAgainWhatWasReplacedInPlaceOrByAnotherFile() throws IOException {
    Path file = directory.resolve("key");
    SecretDirectory secrets = new SecretDirectory(directory);
    Files.writeString(file, "one");
    assertThat(secrets.read("key")).contains(Secret.of("one"));
    Path other = directory.resolve("other");
    Files.writeString(other, "two");
    Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
    assertThat(secrets.read("key")).contains(Secret.of("two"));
    Files.writeString(file, "three");
    assertThat(secrets.read("key")).contains(Secret.of("three"));
    Files.delete(file);
    assertThat(secrets.read("key")).isEmpty();
  }

  /** Kubernetes turns the link {@code ..data} to a new directory; the files link through it. */
  @Test
  void followsTheLinkThatKubernetesTurns() throws IOException {
    Path first = Files.createDirectory(directory.resolve("..1"));
    Path second = Files.createDirectory(directory.resolve("..2"));
    Files.writeString(first.resolve("key"), "one");
    Files.writeString(second.resolve("key"), "two");
    Path data = directory.resolve("..data");
    Files.createSymbolicLink(data, first.getFileName());
    Files.createSymbolicLink(directory.resolve("key"), Path.of("..data/key"));
    SecretDirectory secrets = new SecretDirectory(directory);
    assertThat(secrets.read("key")).contains(Secret.of("one"));
    Path turned = directory.resolve("..data_tmp");
    Files.createSymbolicLink(turned, second.getFileName());
    Files.move(turned, data, StandardCopyOption.ATOMIC_MOVE);
    assertThat(secrets.read("key")).contains(Secret.of("two"));
  }

  @Test
  void refusesAFileThatCannotBeASecret() throws IOException {
    Files.write(directory.resolve("huge"), new byte[64 * 1024 + 1]);
    assertThatThrownBy(() -> new SecretDirectory(directory).read("huge"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("huge is larger than");
  }
}
