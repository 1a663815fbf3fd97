package io.windlass.provision.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.windlass.access.Credential;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialSealTest {
  private static final Secret CANARY = Secret.of("canary-0815");

  private final Keyring ring = Keyring.parse(Keyring.generate());
  private final CredentialSeal seal = new CredentialSeal(() -> ring);

  static Stream<Credential> credentials() {
    return Stream.of(
        new Credential.S3("AKIA", CANARY),
        new Credential.Azure(CANARY, Optional.of(Instant.parse("2030-01-01T00:00:00Z"))),
        new Credential.Azure(CANARY, Optional.empty()),
        new Credential.Gcs("GOOG1", CANARY, "sa@project"));
  }

  @ParameterizedTest
  @MethodSource("credentials")
  void opensAsWhatItWasSealed(Credential credential) {
    String sealed = seal.seal(credential, "s3/ba-1");
    assertThat(sealed).doesNotContain("canary");
    assertThat(seal.open(sealed, "s3/ba-1")).isEqualTo(credential);
    assertThatIllegalStateException().isThrownBy(() -> seal.open(sealed, "s3/ba-2"));
  }

  /** These texts are in the records of access. */
  @Test
  void opensTheTextsOfRecords() {
    assertThat(
            opened(
                """
                {"accessKeyId":"AKIA","protocol":"S3","secretAccessKey":"canary-0815"}\
                """))
        .isEqualTo(new Credential.S3("AKIA", CANARY));
    assertThat(
            opened(
                """
                {"expiry":"2030-01-01T00:00:00Z","protocol":"AZURE","sasUri":"canary-0815"}\
                """))
        .isEqualTo(
            new Credential.Azure(CANARY, Optional.of(Instant.parse("2030-01-01T00:00:00Z"))));
    assertThat(
            opened(
                """
                {"accessId":"GOOG1","protocol":"GCS","secret":"canary-0815",\
                "serviceAccount":"sa@project"}\
                """))
        .isEqualTo(new Credential.Gcs("GOOG1", CANARY, "sa@project"));
  }

  private Credential opened(String text) {
    return seal.open(ring.seal(Secret.of(text), "s3/ba-1"), "s3/ba-1");
  }
}
