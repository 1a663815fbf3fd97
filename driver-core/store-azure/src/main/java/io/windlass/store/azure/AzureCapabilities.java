package io.windlass.store.azure;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.Set;

/** "Scalability and performance targets for Blob storage". */
final class AzureCapabilities {
  /** "Blob Batch": most requests in one. */
  static final int MOST_IN_BATCH = 256;

  private static final int LONGEST_CONTAINER = 63;
  private static final long LARGEST_PUT = 5000L << 20;
  private static final long LARGEST_BLOCK = 4000L << 20;
  private static final int MOST_BLOCKS = 50_000;

  private AzureCapabilities() {}

  /** Of a block blob in an account with a flat namespace. */
  static final Capabilities FLAT =
      new Capabilities(
          Set.of(
              Feature.PUT_IF_ABSENT,
              Feature.PUT_IF_MATCH,
              Feature.DELETE_IF_MATCH,
              Feature.COPY_CONDITIONAL,
              Feature.COMPLETE_CONDITIONAL,
              Feature.KEY_MAY_BE_PREFIX,
              Feature.ACCESS_KEYS,
              Feature.ACCESS_EXPIRY),
          LONGEST_CONTAINER,
          MOST_IN_BATCH,
          LARGEST_PUT,
          MOST_BLOCKS * LARGEST_BLOCK,
          1,
          LARGEST_BLOCK,
          MOST_BLOCKS);
}
