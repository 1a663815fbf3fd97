package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens what was sealed as madmin-go's DecryptData does, written from its description. */
class MinioCryptoTest {
  private static final int SEALED_PIECE = (1 << 14) + 16;

  private final MinioCrypto crypto = new MinioCrypto();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 16_383, 16_384, 16_385, 50_000})
  void theServerCanOpenIt(int size) throws GeneralSecurityException {
    byte[] text = new byte[size];
    new Random(size).nextBytes(text);
    assertThat(decrypt("secret-secret", crypto.encrypt("secret-secret", text))).isEqualTo(text);
  }

  @Test
  void withAnotherSecretItStaysShut() {
    byte[] sealed = crypto.encrypt("right-right", new byte[10]);
    assertThatThrownBy(() -> decrypt("wrong-wrong", sealed))
        .isInstanceOf(AEADBadTagException.class);
  }

  @Test
  void theSameTextNeverLooksTheSame() {
    byte[] text = "text".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(crypto.encrypt("secret-secret", text))
        .isNotEqualTo(crypto.encrypt("secret-secret", text));
  }

  @Test
  void aKeyIsDerivedOnceForEachSecretAndNoNonceIsUsedTwice() throws GeneralSecurityException {
    byte[] text = new byte[10];
    byte[] one = crypto.encrypt("secret-secret", text);
    byte[] two = crypto.encrypt("secret-secret", text);
    assertThat(salt(two)).isEqualTo(salt(one));
    assertThat(nonce(two)).isNotEqualTo(nonce(one));
    byte[] other = crypto.encrypt("other-secret", text);
    assertThat(salt(other)).isNotEqualTo(salt(one));
    assertThat(decrypt("other-secret", other)).isEqualTo(text);
    assertThat(salt(new MinioCrypto().encrypt("secret-secret", text)))
        .as("another process")
        .isNotEqualTo(salt(one));
  }

  private static byte[] salt(byte[] sealed) {
    return Arrays.copyOf(sealed, 32);
  }

  private static byte[] nonce(byte[] sealed) {
    return Arrays.copyOfRange(sealed, 33, 41);
  }

  private static byte[] decrypt(String secret, byte[] sealed) throws GeneralSecurityException {
    byte[] salt = salt(sealed);
    assertThat(sealed[32]).as("PBKDF2 and AES-GCM").isEqualTo((byte) 2);
    byte[] nonce = nonce(sealed);
    SecretKeySpec key =
        new SecretKeySpec(
            SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(secret.toCharArray(), salt, 8192, 256))
                .getEncoded(),
            "AES");
    byte[] vouched = new byte[17];
    byte[] seal = cipher(Cipher.ENCRYPT_MODE, key, nonce, 0).doFinal();
    System.arraycopy(seal, 0, vouched, 1, 16);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int number = 1;
    for (int from = 41; from < sealed.length; from += SEALED_PIECE) {
      int length = Math.min(SEALED_PIECE, sealed.length - from);
      vouched[0] = from + length == sealed.length ? (byte) 0x80 : 0;
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, number++);
      cipher.updateAAD(vouched);
      text.writeBytes(cipher.doFinal(sealed, from, length));
    }
    return text.toByteArray();
  }

  private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, int number)
      throws GeneralSecurityException {
    byte[] numbered =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).put(nonce).putInt(number).array();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(128, numbered));
    return cipher;
  }
}
