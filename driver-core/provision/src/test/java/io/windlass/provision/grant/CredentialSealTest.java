package io.windlass.provision.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialSealTest {
  private static final Secret CANARY = Secret.of("canary-0815");
  private static final Secret ID = Secret.of("AKIA");
  private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");
  private static final CosiForm COSI = new CosiForm() {};

  private final Keyring ring = Keyring.parse(Keyring.generate());
  private final CredentialSeal seal = new CredentialSeal(() -> ring);

  private static Protocol protocol(String name) {
    return new Protocol(name, COSI);
  }

  static Stream<Credential.Key> credentials() {
    return Stream.of(
        new Credential.Key(protocol("S3"), Map.of("accessKeyId", ID, "secretAccessKey", CANARY)),
        new Credential.Key(protocol("AZURE"), Map.of("sasUri", CANARY), Optional.of(END)),
        new Credential.Key(protocol("AZURE"), Map.of("sasUri", CANARY)),
        new Credential.Key(
            protocol("GCS"), Map.of("accessId", ID, "secret", CANARY, "serviceAccount", ID)));
  }

  /** These texts are in the records of access. */
  static Stream<String> texts() {
    return Stream.of(
        """
        {"accessKeyId":"AKIA","protocol":"S3","secretAccessKey":"canary-0815"}\
        """,
        """
        {"expiry":"2030-01-01T00:00:00Z","protocol":"AZURE","sasUri":"canary-0815"}\
        """,
        """
        {"protocol":"AZURE","sasUri":"canary-0815"}\
        """,
        """
        {"accessId":"AKIA","protocol":"GCS","secret":"canary-0815","serviceAccount":"AKIA"}\
        """);
  }

  @ParameterizedTest
  @MethodSource("credentials")
  void opensAsWhatItWasSealed(Credential.Key credential) {
    String sealed = seal.seal(credential, "s3/ba-1");
    assertThat(sealed).doesNotContain("canary");
    assertThat(credential.toString()).doesNotContain("canary", "AKIA");
    assertThat(seal.open(sealed, "s3/ba-1", credential.protocol())).isEqualTo(credential);
    assertThatIllegalStateException()
        .isThrownBy(() -> seal.open(sealed, "s3/ba-2", credential.protocol()));
    assertThatIllegalStateException()
        .isThrownBy(() -> seal.open(sealed, "s3/ba-1", protocol("OTHER")))
        .withMessageContaining("the backend speaks OTHER");
  }

  @Test
  void theTextsOfRecordsAreAsTheyWere() {
    List<String> texts = texts().toList();
    List<Credential.Key> credentials = credentials().toList();
    for (int i = 0; i < texts.size(); i++) {
      Credential.Key credential = credentials.get(i);
      assertThat(ring.open(seal.seal(credential, "s3/ba-1"), "s3/ba-1").reveal())
          .isEqualTo(texts.get(i));
      assertThat(
              seal.open(
                  ring.seal(Secret.of(texts.get(i)), "s3/ba-1"), "s3/ba-1", credential.protocol()))
          .isEqualTo(credential);
    }
  }
}
