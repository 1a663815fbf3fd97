package io.windlass.registry;

import java.time.Duration;
import java.util.Optional;

/**
 * Stored form of a record.
 *
 * @param format version of this form, {@value #FORMAT}
 * @param claim process that is changing what the record describes, if there is one. It is part of
 *     the record, so that taking it is one conditional write
 * @param lease how long the claim keeps other processes away after this write, whatever lease they
 *     use themselves
 * @param nonce differs in each version of the record, so that revisions differ, too
 * @param value the record itself
 */
record Envelope<V>(int format, Optional<Owner> claim, Duration lease, String nonce, V value) {
  static final int FORMAT = 1;
}
