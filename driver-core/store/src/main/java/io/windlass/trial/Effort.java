package io.windlass.trial;

import io.windlass.backend.Trust;

/**
 * How closely a server is tried.
 *
 * @param writers how many write at once
 * @param uploads how many uploads are completed at once
 * @param rounds how often each race is run
 * @param lists whether listings are tried
 */
record Effort(int writers, int uploads, int rounds, boolean lists) {
  /** For a server of which it is known that it keeps what it promises: does this one, too? */
  static final Effort BRIEF = new Effort(2, 1, 1, false);

  /** Some 270 requests, most of them at once. */
  static final Effort CLOSE = new Effort(16, 8, 3, true);

  static Effort closely(Trust trust) {
    return switch (trust) {
      case KNOWN -> BRIEF;
      case RECOGNIZED, UNKNOWN -> CLOSE;
    };
  }

  static Effort by(Trust trust) {
    return switch (trust) {
      case KNOWN, RECOGNIZED -> BRIEF;
      case UNKNOWN -> CLOSE;
    };
  }
}
