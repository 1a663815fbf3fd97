package io.windlass.fs.staging;

import java.time.Instant;
import java.util.Map;

/** Writes the time of a file into the metadata that is published with it. */
@FunctionalInterface
public interface TimeStamp {
  /** Writes no time. */
  TimeStamp NONE = (metadata, _) -> metadata;

  /** Returns the metadata with this time; always the same for the same arguments. */
  Map<String, String> stamp(Map<String, String> metadata, Instant modified);
}
