package io.windlass.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that are sealed for one holder of a key. */
class SealingKeyTest {
  private static final Keyring MAKER = Keyring.parse(Keyring.generate());
  private static final Secret VALUE = Secret.of("value");

  private final SealingKeyPair pair = SealingKeyPair.generate();
  private final SealingKey key = pair.publicKey();

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  /** RFC 9180, A.1.1: the first message of the base setup with AES-128-GCM. */
  @Test
  void isThatOfTheStandard() throws Exception {
    PrivateKey recipient =
        KeyFactory.getInstance("X25519")
            .generatePrivate(
                new XECPrivateKeySpec(
                    NamedParameterSpec.X25519,
                    hex("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8")));
    byte[] once = hex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431");
    byte[] message =
        new Hpke(1, 16)
            .crypt(
                Cipher.DECRYPT_MODE,
                KEM.getInstance("DHKEM").newDecapsulator(recipient).decapsulate(once),
                hex("4f6465206f6e2061204772656369616e2055726e"),
                "Count-0".getBytes(UTF_8),
                hex(
                    "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07"
                        + "bea87e13c512a"));
    assertThat(new String(message, UTF_8)).isEqualTo("Beauty is truth, truth beauty");
  }

  @Test
  void whatIsSealedOpensOnlyForItsHolderWhereItBelongsAndUnaltered() {
    String sealed = key.seal(VALUE, "volume/a", MAKER);
    assertThat(pair.open(sealed, "volume/a")).isEqualTo(VALUE);
    assertThatIllegalStateException().isThrownBy(() -> pair.open(sealed, "volume/b"));
    assertThatIllegalStateException()
        .isThrownBy(() -> SealingKeyPair.generate().open(sealed, "volume/a"));
    int middle = sealed.length() - 8;
    String altered =
        sealed.substring(0, middle)
            + (sealed.charAt(middle) == 'A' ? 'B' : 'A')
            + sealed.substring(middle + 1);
    for (String wrong :
        new String[] {altered, "hpke1.", "hpke1.AAAA", "v1.x.AAAA", "", "hpke1.!"}) {
      assertThatIllegalStateException().as(wrong).isThrownBy(() -> pair.open(wrong, "volume/a"));
    }
  }

  @Test
  void theSameIsSealedAlikeAndNothingElse() {
    String sealed = key.seal(VALUE, "volume/a", MAKER);
    assertThat(key.seal(VALUE, "volume/a", MAKER)).isEqualTo(sealed);
    String form = sealed.substring(0, 40); // with a key of one message in it
    assertThat(key.seal(Secret.of("other"), "volume/a", MAKER)).doesNotStartWith(form);
    assertThat(key.seal(VALUE, "volume/b", MAKER)).doesNotStartWith(form);
    assertThat(SealingKeyPair.generate().publicKey().seal(VALUE, "volume/a", MAKER))
        .doesNotStartWith(form);
    assertThat(key.seal(VALUE, "volume/a", Keyring.parse(Keyring.generate())))
        .doesNotStartWith(form);
  }

  @Test
  void aPairIsStoredAndReadAgain() {
    SealingKeyPair again = SealingKeyPair.parse(pair.pem());
    assertThat(again.publicKey()).isEqualTo(key);
    assertThat(again.open(key.seal(VALUE, "a", MAKER), "a")).isEqualTo(VALUE);
    assertThat(pair.toString()).contains(key.text()).doesNotContain("PRIVATE");
    for (String none : new String[] {"", "canary", pair.pem().reveal().replace("MC4", "canary")}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SealingKeyPair.parse(Secret.of(none)))
          .withMessageNotContaining("canary")
          .withNoCause();
    }
  }

  @Test
  void aPublicKeyHasOneForm() {
    for (String none : new String[] {"", "A", "!".repeat(43), "_".repeat(43), key.text() + "A"}) {
      assertThatIllegalArgumentException().as(none).isThrownBy(() -> new SealingKey(none));
    }
  }

  /**
   * The points of small order on curve and twist (RFC 7748, section 7), in each form that fits into
   * 32 bytes.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "cdeb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
        "4c9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
        "d9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
      })
  void oneWithWhichNoSecretCanBeAgreedIsNone(String point) {
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(hex(point));
    assertThatIllegalArgumentException().isThrownBy(() -> new SealingKey(text));
  }
}
