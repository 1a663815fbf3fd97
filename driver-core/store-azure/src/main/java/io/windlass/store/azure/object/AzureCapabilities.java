package io.windlass.store.azure.object;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** "Scalability and performance targets for Blob storage". */
public final class AzureCapabilities {
  /** "Blob Batch": most requests in one. */
  static final int MOST_IN_BATCH = 256;

  private static final int LONGEST_CONTAINER = 63;
  private static final long LARGEST_PUT = 5000L << 20;
  private static final long LARGEST_BLOCK = 4000L << 20;
  private static final int MOST_BLOCKS = 50_000;

  private static final Set<Feature> OF_FLAT =
      Set.of(
          Feature.OBJECT_TAGS,
          Feature.BUCKET_TAGS,
          Feature.ENCRYPTION_SCOPE,
          Feature.ACCESS_KEYS,
          Feature.ACCESS_FEW_PER_BUCKET,
          Feature.ACCESS_EXPIRY,
          Feature.ACCESS_SERVICE_ACCOUNT,
          Feature.ACCESS_USER_DELEGATION);

  private AzureCapabilities() {}

  /** Capabilities of an account with a flat namespace, with access to containers. */
  public static final Capabilities FLAT = with(OF_FLAT);

  /** The same where Azure Resource Manager makes containers, too. */
  public static final Capabilities MANAGED = with(OF_FLAT, Feature.OBJECT_LOCK);

  /** Capabilities of an account with a hierarchical namespace, with access to directories. */
  public static final Capabilities HIERARCHICAL =
      with(
          Set.of(
              Feature.DIRECTORIES,
              Feature.BUCKET_TAGS,
              Feature.ENCRYPTION_SCOPE,
              Feature.ACCESS_KEYS,
              Feature.ACCESS_FEW_PER_BUCKET,
              Feature.ACCESS_EXPIRY,
              Feature.ACCESS_PREFIX,
              Feature.ACCESS_SERVICE_ACCOUNT,
              Feature.ACCESS_USER_DELEGATION));

  /** Capabilities for data only. */
  public static final Capabilities DATA = with(Set.of(Feature.OBJECT_TAGS));

  private static Capabilities with(Set<Feature> some, Feature... more) {
    Set<Feature> features =
        EnumSet.of(
            Feature.PUT_IF_ABSENT,
            Feature.PUT_IF_MATCH,
            Feature.GET_DESCRIBES,
            Feature.DELETE_IF_MATCH,
            Feature.COPY_CONDITIONAL,
            Feature.COMPLETE_CONDITIONAL);
    features.addAll(some);
    features.addAll(List.of(more));
    if (!features.contains(Feature.DIRECTORIES)) {
      features.add(Feature.KEY_MAY_BE_PREFIX);
    }
    return new Capabilities(
        features,
        LONGEST_CONTAINER,
        MOST_IN_BATCH,
        LARGEST_PUT,
        MOST_BLOCKS * LARGEST_BLOCK,
        1,
        LARGEST_BLOCK,
        MOST_BLOCKS);
  }
}
