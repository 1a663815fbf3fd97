package io.windlass.registry;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A record as it is stored.
 *
 * @param format version of this shape, {@value #FORMAT}
 * @param claim who is changing what it describes, if anybody is: part of the record, so that taking
 *     it is one conditional write
 * @param nonce makes each version of the record different from all others, so that its revision is
 * @param value the record itself
 */
record Envelope(int format, Optional<Owner> claim, String nonce, JsonNode value) {
  static final int FORMAT = 1;
}
