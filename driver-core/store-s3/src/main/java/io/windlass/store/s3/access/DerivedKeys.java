package io.windlass.store.s3.access;

import io.windlass.access.KeyGeneration;
import io.windlass.hash.Sha256;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Key;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * S3 access keys that are computed and not stored, for servers that let the driver choose them: the
 * id is a hash, the secret is derived from one of the driver's keys. A generation carries a salt,
 * which the grant's record keeps: so the same grant always has the same key, and access that was
 * revoked and is granted again has another.
 */
public final class DerivedKeys {
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int ID_LETTERS = 18;
  private static final int SECRET_CHARACTERS = 40;
  private static final int SALT_BYTES = 12;

  private final Supplier<Keyring> keyring;
  private final SecureRandom random = new SecureRandom();

  public DerivedKeys(Supplier<Keyring> keyring) {
    this.keyring = keyring;
  }

  /**
   * Returns a new generation, whose derivation is {@code <name of the driver's key>.<salt in hex>}.
   */
  public KeyGeneration generation(int number) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    String derivation = keyring.get().current() + "." + HexFormat.of().formatHex(salt);
    return new KeyGeneration(number, derivation);
  }

  /**
   * Derives the access key of a generation of an account.
   *
   * @throws IllegalStateException when the keyring no longer has the key that it was derived from
   */
  public S3Key derive(String account, KeyGeneration generation) {
    String keyName = generation.derivation().split("\\.", 2)[0];
    byte[] bytes = keyring.get().derive(keyName, "s3/" + text(account, generation));
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return new S3Key(
        accessKeyId(account, generation), Secret.of(secret.substring(0, SECRET_CHARACTERS)));
  }

  /**
   * Returns the access key id: {@code WL} and 90 bits in letters and digits. Needs none of the
   * driver's keys.
   */
  public static String accessKeyId(String account, KeyGeneration generation) {
    byte[] hash = Sha256.of(text(account, generation));
    StringBuilder id = new StringBuilder("WL");
    for (int letter = 0; letter < ID_LETTERS; letter++) {
      int bits = 0;
      for (int bit = letter * 5; bit < letter * 5 + 5; bit++) {
        bits = bits << 1 | (hash[bit / 8] >> (7 - bit % 8) & 1);
      }
      id.append(LETTERS.charAt(bits));
    }
    return id.toString();
  }

  private static String text(String account, KeyGeneration generation) {
    return "%s/%d/%s".formatted(account, generation.number(), generation.derivation());
  }
}
