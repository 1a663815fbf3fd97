package io.windlass.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant who misspelt a name. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns the name that is nearest, if one is near: case and underscores do not count. Of several
   * that are as near, it is the first in the order of the alphabet.
   */
  public static Optional<String> of(String wrong, Collection<String> names) {
    return names.stream()
        .min(
            Comparator.<String>comparingInt(name -> distance(plain(wrong), plain(name)))
                .thenComparing(Comparator.naturalOrder()))
        .filter(name -> distance(plain(wrong), plain(name)) <= (wrong.length() + 2) / 3);
  }

  private static String plain(String name) {
    return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Returns how many letters have to be added, removed or exchanged to turn one text into the other
   * (Levenshtein distance).
   */
  public static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int above = row[j];
        int change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[other.length()];
  }
}
