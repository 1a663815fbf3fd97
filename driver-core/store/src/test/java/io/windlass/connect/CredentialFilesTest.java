package io.windlass.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.connect.AccessField.Part;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialFilesTest {
  private static final AccessField KEY =
      new AccessField(
          "key",
          Part.CREDENTIAL,
          Optional.of("COSI_KEY"),
          Optional.empty(),
          List.of("FIRST_KEY", "SECOND_KEY"),
          List.of("ONLY_KEY"));

  @TempDir private Path directory;

  private Optional<CredentialFiles.Found> find() {
    return new CredentialFiles(new SecretDirectory(directory)).find(KEY);
  }

  /** One table of names for files, secrets and environment. */
  @Test
  void filesAndSecretsHaveTheSameNamesAndTheEnvironmentItsOwn() throws IOException {
    List<String> names = List.of("ONLY_KEY", "SECOND_KEY", "FIRST_KEY", "COSI_KEY", "key");
    Map<String, String> given = new TreeMap<>();
    for (String name : names) {
      given.put(name, " %s\n".formatted(name));
      Files.writeString(directory.resolve(name), " %s\n".formatted(name));
      assertThat(KEY.inSecrets(given)).contains(name);
      assertThat(find()).contains(new CredentialFiles.Found(name, Secret.of(name)));
    }
    assertThat(KEY.inEnvironment(given)).contains("FIRST_KEY");
    given.put("FIRST_KEY", " ");
    assertThat(KEY.inEnvironment(given)).contains("SECOND_KEY");
    assertThat(KEY.inEnvironment(Map.of("key", "x", "COSI_KEY", "x", "ONLY_KEY", "x"))).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    Files.createDirectory(directory.resolve("COSI_KEY"));
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(this::find)
        .withMessage(
            "file COSI_KEY in %s cannot be read: let the driver's user read it", directory);
  }

  /** Between its two files. */
  @Test
  void aSecretThatIsReplacedWhileItIsReadIsReadAgain() {
    Iterator<String> readings = List.of("old and new", "new and new", "new and new").iterator();
    assertThat(new CredentialFiles(new SecretDirectory(directory)).together(readings::next))
        .isEqualTo("new and new");
  }
}
