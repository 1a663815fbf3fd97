package io.windlass.fuse;

import java.time.Instant;

/** What a time of a node is set to. */
public sealed interface SetTime {
  /** The time at which the request is carried out. */
  record Now() implements SetTime {}

  /** A time that the caller named. */
  record At(Instant time) implements SetTime {}
}
