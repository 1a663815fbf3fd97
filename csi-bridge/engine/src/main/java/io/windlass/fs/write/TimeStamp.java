package io.windlass.fs.write;

import java.time.Instant;
import java.util.Map;

/** How the time of a file is said in what is published with it. */
@FunctionalInterface
public interface TimeStamp {
  /** Says nothing of it. */
  TimeStamp NONE = (metadata, _) -> metadata;

  /** The metadata with this time in them; always the same for the same. */
  Map<String, String> stamp(Map<String, String> metadata, Instant modified);
}
