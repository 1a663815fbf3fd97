package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.Credential;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialSealTest {
  private final Keyring ring = Keyring.parse(Keyring.generate());
  private final CredentialSeal seal = new CredentialSeal(() -> ring);

  static Stream<Credential> credentials() {
    Secret canary = Secret.of("canary-0815");
    return Stream.of(
        new Credential.S3("AKIA", canary),
        new Credential.Azure(canary, Optional.of(Instant.parse("2030-01-01T00:00:00Z"))),
        new Credential.Azure(canary, Optional.empty()),
        new Credential.Gcs("GOOG1", canary, "sa@project"));
  }

  @ParameterizedTest
  @MethodSource("credentials")
  void opensAsWhatItWasSealed(Credential credential) {
    String sealed = seal.seal(credential, "s3/ba-1");
    assertThat(sealed).doesNotContain("canary");
    assertThat(seal.open(sealed, "s3/ba-1")).isEqualTo(credential);
    assertThatIllegalStateException().isThrownBy(() -> seal.open(sealed, "s3/ba-2"));
  }
}
