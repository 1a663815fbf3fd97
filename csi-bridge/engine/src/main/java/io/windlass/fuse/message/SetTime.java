package io.windlass.fuse.message;

import java.time.Instant;

/** Value to which a time of a node is set. */
public sealed interface SetTime {
  /** The time at which the request is carried out. */
  record Now() implements SetTime {}

  /** A time that the caller gave. */
  record At(Instant time) implements SetTime {}
}
