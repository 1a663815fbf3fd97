package io.windlass.fs.bucket;

import io.windlass.fs.Bounds;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.WaitingThreads;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A volume as the kernel uses it: it counts lookups, keeps handles, and can be restarted. */
final class Volume implements AutoCloseable {
  private static final long MIN_PART = 5 << 20;

  private final ObjectStore store;
  private final Capabilities capabilities;
  private final VolumeOptions options;
  private final Path state;
  private final Optional<Path> staging;
  private final ReadEngine engine;
  private final AtomicLong clock = new AtomicLong(1L << 40);
  private final WaitingThreads waiting = new WaitingThreads();
  private final Map<Long, Long> lookups = new HashMap<>();
  private BucketFileSystem fs;
  private long requests;

  /** One that is only read. */
  Volume(ObjectStore store, VolumeOptions options, Path state, ReadEngine engine) {
    this(store, options, state, Optional.empty(), engine);
  }

  /** One that is written, too. */
  Volume(
      ObjectStore store,
      VolumeOptions options,
      Path state,
      Optional<Path> staging,
      ReadEngine engine) {
    this(store, options, state, staging, engine, MIN_PART);
  }

  /** Creates a volume over a store that refuses smaller parts. */
  Volume(
      ObjectStore store,
      VolumeOptions options,
      Path state,
      Optional<Path> staging,
      ReadEngine engine,
      long minPart) {
    this(store, options, state, staging, engine, capabilities(minPart));
  }

  /** The same, over a store that can do so much. */
  Volume(
      ObjectStore store,
      VolumeOptions options,
      Path state,
      Optional<Path> staging,
      ReadEngine engine,
      Capabilities capabilities) {
    this.store = store;
    this.capabilities = capabilities;
    this.options = options;
    this.state = state;
    this.staging = staging;
    this.engine = engine;
    this.fs = open();
  }

  static Capabilities capabilities(long minPart) {
    return capabilities(
        Set.of(
            Feature.PUT_IF_ABSENT,
            Feature.PUT_IF_MATCH,
            Feature.COMPLETE_CONDITIONAL,
            Feature.GET_DESCRIBES),
        minPart);
  }

  /**
   * Returns the capabilities of a store of this shape; of {@link Shape#MEMORY}, only a part of
   * them.
   */
  static Capabilities capabilities(Shape shape, long minPart) {
    return shape == Shape.MEMORY ? capabilities(minPart) : capabilities(shape.features(), minPart);
  }

  private static Capabilities capabilities(Set<Feature> features, long minPart) {
    int batch = MemoryStore.MAX_DELETE_BATCH;
    return new Capabilities(features, 63, batch, 5L << 30, 5L << 40, minPart, 5L << 30, 10_000);
  }

  private BucketFileSystem open() {
    return staging
        .map(directory ->
            BucketFileSystem.open(
                store,
                capabilities,
                "test",
                options,
                state,
                () -> directory,
                engine,
                clock::get,
                clock::get,
                waiting))
        .orElseGet(() ->
            BucketFileSystem.open(
                store,
                capabilities,
                "test",
                options,
                state,
                engine,
                clock::get,
                clock::get,
                waiting));
  }

  FileSystem fs() {
    return fs;
  }

  /** Returns the threads that have come to wait for another one in this volume. */
  WaitingThreads waiting() {
    return waiting;
  }

  /** Returns the usage that the volume reports, once it was counted. */
  Optional<Growth> holds() {
    return fs.holds();
  }

  /** Publishes what is published in the background, for at most that long. */
  void publishAll(Duration patience) {
    fs.publishAll(patience);
  }

  /** It may hold so much from now on. */
  void bound(Bounds bounds) {
    fs.bound(bounds);
  }

  /** The next process takes over. */
  void restart() {
    restart(() -> {});
  }

  /** Does something once the process has ended, before the next one begins. */
  void restart(Runnable between) {
    fs.close();
    between.run();
    fs = open();
  }

  /** Time passes. */
  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  RequestId request() {
    return new RequestId(++requests, false);
  }

  /** The kernel knows a node that it was told of by another answer than that to a lookup. */
  void counted(Node node) {
    lookups.merge(node.id(), 1L, Long::sum);
  }

  Optional<Node> lookup(long parent, String name) {
    return switch (fs.lookup(parent, name).await()) {
      case Lookup.Found(Node node) -> {
        lookups.merge(node.id(), 1L, Long::sum);
        yield Optional.of(node);
      }
      case Lookup.Absent _ -> Optional.empty();
    };
  }

  /** Follows names from the root. */
  Optional<Node> walk(List<String> path) {
    long at = FileSystem.ROOT;
    Optional<Node> node = Optional.empty();
    for (String name : path) {
      node = lookup(at, name);
      if (node.isEmpty()) {
        return node;
      }
      at = node.get().id();
    }
    return node;
  }

  /** All lines of a directory, so many at a time; restarts the volume after {@code restartAt}. */
  List<DirectoryItem> list(long node, boolean nodes, int atOnce, int restartAt) {
    long handle = fs.opendir(node, request()).await();
    List<DirectoryItem> all = new ArrayList<>();
    long offset = 0;
    while (true) {
      List<DirectoryItem> some = new ArrayList<>();
      fs.readdir(handle, offset, nodes, item -> some.size() < atOnce && some.add(item)).await();
      if (some.isEmpty()) {
        break;
      }
      some.forEach(
          item -> item.node().ifPresent(found -> lookups.merge(found.id(), 1L, Long::sum)));
      if (all.size() < restartAt && all.size() + some.size() >= restartAt) {
        restart();
      }
      all.addAll(some);
      offset = some.getLast().next();
    }
    fs.releasedir(handle);
    return all;
  }

  byte[] read(long handle, long offset, int size) {
    try (ReadSlices slices = fs.read(handle, offset, size).await()) {
      byte[] bytes = new byte[(int) slices.length()];
      int at = 0;
      for (MemorySegment segment : slices.segments()) {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, at, (int) segment.byteSize());
        at += (int) segment.byteSize();
      }
      return bytes;
    }
  }

  /** Gives all lookups back. */
  void forgetAll() {
    lookups.forEach((node, count) -> fs.forget(node, count));
    lookups.clear();
  }

  @Override
  public void close() {
    fs.close();
  }
}
