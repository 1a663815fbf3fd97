package io.windlass.provision;

import io.windlass.hash.Sha256;
import java.util.regex.Pattern;

/**
 * Shortens suggested names that are longer than a backend or an id allows. All callers use the same
 * rule.
 */
public final class SuggestedNames {
  /** Most characters in a name that all backends accept. */
  public static final int MAX = 63;

  private static final int HASH_CHARS = 12;

  private SuggestedNames() {}

  /** Returns the name itself, or its beginning with a hash of the whole name if it is too long. */
  public static String fit(String name) {
    return fit(name, MAX);
  }

  /** Returns what {@link #fit(String)} does, of at most so many characters: 20 or more. */
  static String fit(String name, int most) {
    return name.length() <= most ? name : closed(name, hash(name), most);
  }

  /**
   * Makes a name valid. Replaces disallowed characters in {@code readable} by hyphens, removes
   * leading characters that are neither letters nor digits, cuts the result, and appends a hash of
   * {@code name}. The result has {@code most} characters at most.
   */
  static String hashed(String name, String readable, Pattern notAllowed, int most) {
    String mapped = notAllowed.matcher(readable).replaceAll("-");
    String begun = mapped.replaceFirst("^[^A-Za-z0-9]+", "");
    return closed(begun.isEmpty() ? "x" : begun, hash(name), most);
  }

  private static String closed(String name, String hash, int most) {
    String kept = name.substring(0, Math.min(name.length(), most - HASH_CHARS - 1));
    while (kept.endsWith(".") || kept.endsWith("-")) {
      kept = kept.substring(0, kept.length() - 1);
    }
    return kept + "-" + hash;
  }

  private static String hash(String text) {
    return Sha256.hex(text, HASH_CHARS);
  }
}
