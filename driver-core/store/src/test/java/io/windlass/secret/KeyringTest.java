package io.windlass.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class KeyringTest {
  private static final Secret OLD = Keyring.generate();
  private static final Secret NEW = Keyring.generate();

  private static Keyring ring(Secret... keys) {
    StringBuilder text = new StringBuilder();
    for (Secret key : keys) {
      text.append(key.reveal()).append('\n');
    }
    return Keyring.parse(Secret.of(text.toString()));
  }

  @Test
  void derivesTheSameBytesEachTimeAndOthersForAnotherPurposeOrKey() {
    Keyring ring = ring(NEW, OLD);
    byte[] derived = ring.derive(ring.current(), "minio/account/1");
    assertThat(derived)
        .hasSize(32)
        .isEqualTo(ring(NEW).derive(ring.current(), "minio/account/1"))
        .isNotEqualTo(ring.derive(ring.current(), "minio/account/2"))
        .isNotEqualTo(ring.derive(ring(OLD).current(), "minio/account/1"));
  }

  /** Keys of users on servers follow from it, so it may never change. HMAC-SHA256, by openssl. */
  @Test
  void derivesWhatItAlwaysDid() {
    Keyring ring = ring(Secret.of("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
    assertThat(ring.derive(ring.current(), "minio/account/1"))
        .asHexString()
        .isEqualToIgnoringCase("3a63aab6f811c051eb00a4665fb952674df142d8493e8c008c23ad1976dd4e68");
  }

  @Test
  void whatAnOldKeyMadeSurvivesARotationWhileTheOldKeyIsKept() {
    Keyring before = ring(OLD);
    String sealed = before.seal(Secret.of("value"), "grant/a");
    byte[] derived = before.derive(before.current(), "x");
    Keyring after = ring(NEW, OLD);
    assertThat(after.current()).isNotEqualTo(before.current());
    assertThat(after.open(sealed, "grant/a")).isEqualTo(Secret.of("value"));
    assertThat(after.derive(before.current(), "x")).isEqualTo(derived);
  }

  @Test
  void aKeyThatIsGoneIsNamed() {
    String old = ring(OLD).current();
    assertThatIllegalStateException()
        .isThrownBy(() -> ring(NEW).derive(old, "x"))
        .withMessageContaining(old)
        .withMessageContaining("put it back");
  }

  @Test
  void aSealedSecretOpensOnlyWhereItBelongsAndUnaltered() {
    Keyring ring = ring(NEW);
    String sealed = ring.seal(Secret.of("value"), "grant/a");
    assertThat(sealed).doesNotContain("value");
    assertThat(ring.seal(Secret.of("value"), "grant/a")).isNotEqualTo(sealed);
    assertThatIllegalStateException().isThrownBy(() -> ring.open(sealed, "grant/b"));
    char last = sealed.charAt(sealed.length() - 2);
    String altered =
        sealed.substring(0, sealed.length() - 2)
            + (last == 'A' ? 'B' : 'A')
            + sealed.substring(sealed.length() - 1);
    assertThatIllegalStateException().isThrownBy(() -> ring.open(altered, "grant/a"));
    assertThatIllegalStateException().isThrownBy(() -> ring.open("v1.x", "grant/a"));
    assertThatIllegalStateException().isThrownBy(() -> ring.open("v1.x.AAAA", "grant/a"));
  }

  @Test
  void brokenKeysAreRefusedWithoutBeingShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyring.parse(Secret.of("canary!")))
        .withMessage("a key is not base64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyring.parse(Secret.of("Y2FuYXJ5")))
        .withMessage("a key has 6 bytes, not 32");
    assertThatIllegalArgumentException().isThrownBy(() -> Keyring.parse(Secret.of("  ")));
  }

  @Test
  void neverPrintsAKey() {
    assertThat(ring(NEW).toString()).doesNotContain(NEW.reveal());
  }
}
