package io.windlass.store.gcs;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.Set;

/** "Quotas and limits". */
final class GcsCapabilities {
  /** "batch": most calls of one. */
  static final int MOST_IN_BATCH = 100;

  private static final int LONGEST_BUCKET = 63;
  private static final long LARGEST = 5L << 40;

  /** The service composes any number, by levels; this is what one level more than two takes. */
  private static final int MOST_PARTS = 10_000;

  /** Of data and buckets. */
  static final Capabilities DATA =
      new Capabilities(
          Set.of(
              Feature.PUT_IF_ABSENT,
              Feature.PUT_IF_MATCH,
              Feature.DELETE_IF_MATCH,
              Feature.COPY_CONDITIONAL,
              Feature.COMPLETE_CONDITIONAL,
              Feature.KEY_MAY_BE_PREFIX,
              Feature.BUCKET_REGIONS,
              Feature.BUCKET_LIFECYCLE,
              Feature.BUCKET_VERSIONS),
          LONGEST_BUCKET,
          MOST_IN_BATCH,
          LARGEST,
          LARGEST,
          1,
          LARGEST,
          MOST_PARTS);

  private GcsCapabilities() {}
}
