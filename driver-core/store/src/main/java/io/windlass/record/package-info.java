/**
 * Records in a versioned format: protobuf messages in frames with a checksum, after a header that
 * has their kind and version. Knows neither what they say nor where they are kept.
 */
@NullMarked
package io.windlass.record;

import org.jspecify.annotations.NullMarked;
