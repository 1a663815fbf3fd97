package io.windlass.fs.listing;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Directories in a directory, as they were when it was last listed. Nothing may depend on it but
 * what is asked for first.
 *
 * @param prefix of the directory
 * @param texts names of the directories in it, in the order of a listing
 * @param asked when the store was asked, as in {@link PathEntry}
 */
record Children(String prefix, List<String> texts, long asked) {
  /** Most names: a program that finds more does not look at them in this order. */
  static final int MOST = 10_000;

  /** Most borders that are tried. */
  private static final int TRIES = 16;

  private static final Comparator<String> ORDER = Comparator.comparing(text -> text + "/");

  /** Returns a key behind all those in a directory: the digit 0 follows the slash. */
  static String behind(String prefix, String text) {
    return prefix + text + "0";
  }

  /** Returns the index of a name; a negative number if it is not among them. */
  int index(String text) {
    return Collections.binarySearch(texts, text, ORDER);
  }

  /** Returns the number of directories that begin between two keys. */
  int between(String from, String to) {
    return first(to) - first(from);
  }

  /** Returns the index of the first directory that begins behind a key. */
  private int first(String key) {
    if (!key.startsWith(prefix)) {
      return key.compareTo(prefix) < 0 ? 0 : texts.size();
    }
    String rest = key.substring(prefix.length());
    int low = 0;
    int high = texts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if ((texts.get(middle) + "/").compareTo(rest) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns a key behind {@code more} directories after a key, or somewhat more, at which a listing
   * can be divided; nothing if no directory follows.
   */
  Optional<String> border(String key, int more) {
    if (!key.startsWith(prefix)) {
      return Optional.empty();
    }
    int at = first(key) + Math.max(1, more) - 1;
    for (int i = at; i < Math.min(at + TRIES, texts.size() - 1); i++) {
      if (divides(texts.get(i))) {
        return Optional.of(behind(prefix, texts.get(i)));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether each directory that follows has the object of its name behind this one, too:
   * {@code a} is listed before {@code a-b/}, and {@code a/} after it.
   */
  private boolean divides(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '/' && index(text.substring(0, i)) >= 0) {
        return false;
      }
    }
    return index(text + "0") < 0;
  }
}
