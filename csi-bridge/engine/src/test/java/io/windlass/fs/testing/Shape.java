package io.windlass.fs.testing;

import io.windlass.store.Feature;
import io.windlass.store.azure.object.AzureCapabilities;
import io.windlass.store.gcs.object.GcsCapabilities;
import io.windlass.testing.TestForm;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Kinds of stores by what they can do. Randomised tests run on each: on a store in memory, and on
 * the driver's own stores over fakes of the clouds. {@link ShapeServer} opens them.
 */
public enum Shape {
  /** In memory: does everything in the contract that a store without versions can do. */
  MEMORY,
  /** Lists no uploads, and changes metadata in place. */
  AZURE,
  /** Does the same, and has directories, which it renames in one request. */
  AZURE_DIRECTORIES,
  /** Copies no ranges, composes uploads of objects, and changes metadata in place. */
  GOOGLE,
  /** Does the same, and has folders, which it renames at once. */
  GOOGLE_DIRECTORIES;

  /** One in this many seeds runs on each fake, where a request takes ten times as long. */
  private static final int SEEDS_PER_FAKE = 20;

  /** Returns the features of stores of this kind. */
  public Set<Feature> features() {
    return switch (this) {
      case MEMORY -> EnumSet.allOf(Feature.class);
      case AZURE -> AzureCapabilities.FLAT.features();
      case AZURE_DIRECTORIES -> AzureCapabilities.HIERARCHICAL.features();
      case GOOGLE, GOOGLE_DIRECTORIES -> GcsCapabilities.ALL.features();
    };
  }

  /** Returns whether stores of this kind copy ranges of objects. */
  public boolean copiesRanges() {
    return this != GOOGLE && this != GOOGLE_DIRECTORIES;
  }

  /** Returns the share of this kind of the given number of seeds: half of them are for memory. */
  public IntStream share(int seeds) {
    IntStream all = Arrays.stream(TestForm.seeds(seeds));
    if (this == MEMORY) {
      return all.limit(seeds / 2);
    }
    int each = seeds / SEEDS_PER_FAKE;
    long before = List.of(AZURE, AZURE_DIRECTORIES, GOOGLE, GOOGLE_DIRECTORIES).indexOf(this);
    return all.skip(seeds / 2 + before * each).limit(each);
  }
}
