package io.windlass.fs.testing;

import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryStore;
import io.windlass.store.memory.azure.AzureShapedBackend;
import io.windlass.store.memory.azure.AzureShapedStore;
import io.windlass.store.memory.google.GoogleShapedBackend;
import io.windlass.store.memory.google.GoogleShapedStore;
import io.windlass.testing.TestForm;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Kinds of stores by what they can do, as fakes in memory. Randomised tests run on each. */
public enum Shape {
  /** Does everything in the contract that a store without versions can do. */
  MEMORY,
  /** Copies no ranges, lists no uploads, and changes metadata in place. */
  AZURE,
  /** Does the same, and renames at once. */
  AZURE_RENAMING,
  /** Copies no ranges, composes uploads of objects, and changes metadata in place. */
  GOOGLE;

  /**
   * Returns a new store. If stores of this kind have a minimum size of parts, it refuses smaller
   * ones.
   */
  public ObjectStore open(long minPartBytes) {
    return switch (this) {
      case MEMORY -> MemoryStore.of(minPartBytes);
      case AZURE -> AzureShapedStore.alone();
      case AZURE_RENAMING -> AzureShapedStore.renaming();
      case GOOGLE -> GoogleShapedStore.alone();
    };
  }

  /** Returns a copy of the store with the objects that it holds now. */
  public ObjectStore copy(ObjectStore store) {
    return switch (store) {
      case MemoryStore memory -> memory.copy();
      case AzureShapedStore azure -> azure.copy();
      case GoogleShapedStore google -> google.copy();
      default -> throw new IllegalArgumentException("not made here: " + store);
    };
  }

  /** Returns the features of stores of this kind. */
  public Set<Feature> features() {
    return switch (this) {
      case MEMORY -> EnumSet.allOf(Feature.class);
      case AZURE, AZURE_RENAMING -> AzureShapedBackend.CAPABILITIES.features();
      case GOOGLE -> GoogleShapedBackend.CAPABILITIES.features();
    };
  }

  /** Returns whether stores of this kind copy ranges of objects. */
  public boolean copiesRanges() {
    return open(1).rangeCopies().isPresent();
  }

  /** Returns the share of this kind of the given number of seeds. */
  public IntStream share(int seeds) {
    List<Shape> all = List.of(values());
    int each = seeds / all.size();
    return Arrays.stream(TestForm.seeds(seeds)).skip((long) all.indexOf(this) * each).limit(each);
  }
}
