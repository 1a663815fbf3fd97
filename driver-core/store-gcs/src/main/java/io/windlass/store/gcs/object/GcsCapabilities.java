package io.windlass.store.gcs.object;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** "Quotas and limits". */
public final class GcsCapabilities {
  /** "batch": most calls in one. */
  static final int MOST_IN_BATCH = 100;

  private static final int LONGEST_BUCKET = 63;
  private static final long LARGEST = 5L << 40;

  /** The service composes any number of parts, in levels; three levels are enough for this many. */
  private static final int MOST_PARTS = 10_000;

  /** Features for data. */
  private static final Set<Feature> OF_DATA =
      Set.of(
          Feature.PUT_IF_ABSENT,
          Feature.PUT_IF_MATCH,
          Feature.DELETE_IF_MATCH,
          Feature.VERSIONED_CONDITIONS,
          Feature.COPY_CONDITIONAL,
          Feature.COMPLETE_CONDITIONAL,
          Feature.KEY_MAY_BE_PREFIX);

  /** Features for management of buckets and access. */
  private static final Set<Feature> OF_ADMINISTRATION =
      Set.of(
          Feature.BUCKET_REGIONS,
          Feature.BUCKET_LIFECYCLE,
          Feature.BUCKET_VERSIONS,
          Feature.BUCKET_HIERARCHY,
          Feature.ACCESS_KEYS,
          Feature.ACCESS_MULTI_BUCKET,
          Feature.ACCESS_PREFIX,
          Feature.ACCESS_PREFIX_WITHOUT_UPLOADS,
          Feature.ACCESS_EXPIRY,
          Feature.ACCESS_SERVICE_ACCOUNT,
          Feature.ACCESS_BUCKET_METADATA_READ);

  /** Capabilities of a backend for data only. */
  public static final Capabilities DATA = with(OF_DATA);

  /** Capabilities of the driver's own backend. */
  public static final Capabilities ALL =
      with(
          Stream.of(OF_DATA, OF_ADMINISTRATION)
              .flatMap(Set::stream)
              .collect(Collectors.toUnmodifiableSet()));

  private static Capabilities with(Set<Feature> features) {
    return new Capabilities(
        features, LONGEST_BUCKET, MOST_IN_BATCH, LARGEST, LARGEST, 1, LARGEST, MOST_PARTS);
  }

  private GcsCapabilities() {}
}
