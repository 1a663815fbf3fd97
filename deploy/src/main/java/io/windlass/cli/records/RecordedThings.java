package io.windlass.cli.records;

import java.util.Locale;

/** What the registry has records of, as the command line names it. */
enum RecordedThings {
  BUCKETS,
  GRANTS,
  VOLUMES,
  SNAPSHOTS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
