package io.windlass.registry;

import java.time.Duration;
import java.util.Optional;

/**
 * Stored form of a record, or of what is left of one that was ended.
 *
 * @param format version of this form, {@value #FORMAT}; {@value #ENDED} of what was ended
 * @param claim process that is changing what the record describes, if there is one. It is part of
 *     the record, so that taking it is one conditional write
 * @param lease how long the claim keeps other processes away after this write, whatever lease they
 *     use themselves
 * @param nonce differs in each version of the record, so that revisions differ, too
 * @param value the record itself; null in JSON where it was ended
 */
record Envelope<V>(int format, Optional<Owner> claim, Duration lease, String nonce, V value) {
  static final int FORMAT = 1;

  /** Drivers that do not know it take no record for another one, and say that they are too old. */
  static final int ENDED = 2;

  boolean isEnded() {
    return format == ENDED;
  }
}
