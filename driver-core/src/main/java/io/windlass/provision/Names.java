package io.windlass.provision;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Suggested names may be longer than what a backend or an id has room for: one rule for all. */
final class Names {
  /** The longest name that any backend takes for any of its things. */
  static final int MAX = 63;

  private static final int HASH_CHARS = 12;

  private Names() {}

  /** The name itself, or as much of it as fits, closed with a hash of all of it. */
  static String fit(String name) {
    if (name.length() <= MAX) {
      return name;
    }
    String kept = name.substring(0, MAX - HASH_CHARS - 1);
    while (kept.endsWith(".") || kept.endsWith("-")) {
      kept = kept.substring(0, kept.length() - 1);
    }
    return kept + "-" + hash(name);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_CHARS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
