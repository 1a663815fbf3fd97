package io.windlass.provision;

import io.windlass.store.Sha256;
import java.util.regex.Pattern;

/** Suggested names may be longer than what a backend or an id has room for: one rule for all. */
final class SuggestedNames {
  /** The longest name that any backend takes for any of its things. */
  static final int MAX = 63;

  private static final int HASH_CHARS = 12;

  private SuggestedNames() {}

  /** The name itself, or as much of it as fits, closed with a hash of all of it. */
  static String fit(String name) {
    if (name.length() <= MAX) {
      return name;
    }
    return closed(name, hash(name), MAX);
  }

  /**
   * What is left of a name when everything that is not allowed becomes a hyphen, closed with a hash
   * of the name.
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
