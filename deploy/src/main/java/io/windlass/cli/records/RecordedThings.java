package io.windlass.cli.records;

import java.util.Locale;

/** What the registry has records of, as the command line names it. */
enum RecordedThings {
  BUCKETS,
  GRANTS,
  VOLUMES,
  SNAPSHOTS;

  /** Returns whether a user means them: people say "bucket" as well as "buckets". */
  boolean isCalled(String word) {
    return word.equals(toString()) || (word + "s").equals(toString()) || word.equals(one());
  }

  /** Returns what one of them is called. */
  String one() {
    return switch (this) {
      case BUCKETS -> "bucket";
      case GRANTS -> "access";
      case VOLUMES -> "volume";
      case SNAPSHOTS -> "snapshot";
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
