/**
 * Records in a versioned format: protobuf messages in frames with a checksum, after a header that
 * has their kind and version. This package knows neither what the records mean nor where they are
 * stored.
 */
@NullMarked
package io.windlass.record;

import org.jspecify.annotations.NullMarked;
