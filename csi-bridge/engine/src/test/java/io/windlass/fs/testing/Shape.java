package io.windlass.fs.testing;

import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryStore;
import io.windlass.store.memory.azure.AzureShapedBackend;
import io.windlass.store.memory.azure.AzureShapedStore;
import io.windlass.store.memory.google.GoogleShapedBackend;
import io.windlass.store.memory.google.GoogleShapedStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What stores are like, over fakes in memory. Tests that are driven by chance run on each. */
public enum Shape {
  /** It does all of the contract that a store without versions can do. */
  MEMORY,
  /** It copies no ranges, lists no uploads, and changes metadata in place. */
  AZURE,
  /** It copies no ranges, composes uploads of objects, and changes metadata in place. */
  GOOGLE;

  /** A new one, which takes no smaller parts if that is like it. */
  public ObjectStore open(long minPartBytes) {
    return switch (this) {
      case MEMORY -> MemoryStore.of(minPartBytes);
      case AZURE -> AzureShapedStore.alone();
      case GOOGLE -> GoogleShapedStore.alone();
    };
  }

  /** Another that holds the same objects now. */
  public ObjectStore copy(ObjectStore store) {
    return switch (store) {
      case MemoryStore memory -> memory.copy();
      case AzureShapedStore azure -> azure.copy();
      case GoogleShapedStore google -> google.copy();
      default -> throw new IllegalArgumentException("not made here: " + store);
    };
  }

  /** What it can do. */
  public Set<Feature> features() {
    return switch (this) {
      case MEMORY -> EnumSet.allOf(Feature.class);
      case AZURE -> AzureShapedBackend.CAPABILITIES.features();
      case GOOGLE -> GoogleShapedBackend.CAPABILITIES.features();
    };
  }

  /** Whether it copies ranges of objects. */
  public boolean copiesRanges() {
    return open(1).rangeCopies().isPresent();
  }

  /** Its part of so many seeds. */
  public IntStream share(int seeds) {
    List<Shape> all = List.of(values());
    int each = seeds / all.size();
    int first = all.indexOf(this) * each;
    return IntStream.range(first, first + each);
  }
}
