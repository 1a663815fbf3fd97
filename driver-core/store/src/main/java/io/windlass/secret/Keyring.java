package io.windlass.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The driver's own keys, newest first. The first is the current key, used for everything that is
 * made now; the others are kept for what was made with them. A key derives secrets (the same ones
 * every time) and seals secrets (AES-256-GCM). The name of a key is a hash of its bytes, so records
 * can say which key they need without revealing it.
 */
public final class Keyring {
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Map<String, byte[]> keys = new LinkedHashMap<>();
  private final String current;

  private Keyring(List<byte[]> keys) {
    for (byte[] key : keys) {
      this.keys.put(nameOf(key), key.clone());
    }
    this.current = this.keys.keySet().iterator().next();
  }

  /**
   * Parses keys in base64, separated by white space, newest first.
   *
   * @throws IllegalArgumentException when there is no key, or one is not base64 of 32 bytes; the
   *     message does not contain the key
   */
  public static Keyring parse(Secret text) {
    List<byte[]> keys =
        Arrays.stream(text.reveal().strip().split("\\s+")).map(Keyring::decode).toList();
    return new Keyring(keys);
  }

  /** Returns a new random key in the form that {@link #parse} takes. */
  public static Secret generate() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return Secret.of(Base64.getEncoder().encodeToString(key));
  }

  /** Returns the names of all keys, the current one first. */
  public List<String> names() {
    return List.copyOf(keys.keySet());
  }

  /** Returns the name of the current key. */
  public String current() {
    return current;
  }

  /**
   * Derives 32 bytes from a key. Only the holder of the key can compute them, and they are the same
   * each time.
   *
   * @param keyName {@link #current()} as it was when the secret was first derived
   * @param purpose what the bytes are for; different purposes give unrelated bytes
   * @throws IllegalStateException when the ring no longer has that key
   */
  public byte[] derive(String keyName, String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key(keyName), "HmacSHA256"));
      return mac.doFinal(("windlass/derive/" + purpose).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Encrypts a secret with the current key.
   *
   * @param context what the secret belongs to; {@link #open} fails with any other context
   */
  public String seal(Secret secret, String context) {
    byte[] nonce = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(nonce);
    byte[] plain = secret.reveal().getBytes(StandardCharsets.UTF_8);
    byte[] sealed = crypt(Cipher.ENCRYPT_MODE, current, nonce, plain, 0, context);
    byte[] all = ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
    return "v1." + current + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /**
   * Decrypts a text that {@link #seal} returned.
   *
   * @throws IllegalStateException when the ring no longer has the key, the context differs or the
   *     text was altered
   */
  public Secret open(String sealed, String context) {
    String[] fields = sealed.split("\\.", -1);
    if (fields.length != 3 || !fields[0].equals("v1")) {
      throw new IllegalStateException("not a sealed secret");
    }
    byte[] all = Base64.getUrlDecoder().decode(fields[2]);
    if (all.length < NONCE_BYTES) {
      throw new IllegalStateException("not a sealed secret");
    }
    byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
    byte[] plain = crypt(Cipher.DECRYPT_MODE, fields[1], nonce, all, NONCE_BYTES, context);
    return Secret.of(new String(plain, StandardCharsets.UTF_8));
  }

  private byte[] crypt(
      int mode, String keyName, byte[] nonce, byte[] input, int from, String context) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          mode,
          new SecretKeySpec(sealingKey(keyName), "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(input, from, input.length - from);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "a sealed secret cannot be opened: it was altered or moved", e);
    }
  }

  /**
   * Returns the encryption key; it is itself derived, so deriving and sealing never share key
   * material.
   */
  private byte[] sealingKey(String keyName) {
    return derive(keyName, "sealing");
  }

  private byte[] key(String name) {
    byte[] key = keys.get(name);
    if (key == null) {
      throw new IllegalStateException(
          "key %s is needed and not among the driver's keys: put it back".formatted(name));
    }
    return key;
  }

  private static byte[] decode(String text) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a key is not base64");
    }
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key has %d bytes, not 32".formatted(key.length));
    }
    return key;
  }

  private static String nameOf(byte[] key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(hash, 0, 6);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "Keyring" + keys.keySet();
  }
}
