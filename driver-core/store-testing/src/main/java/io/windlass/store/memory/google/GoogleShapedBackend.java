package io.windlass.store.memory.google;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.NoAccess;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryBackend;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What a backend for Google is going to look like, access apart, over a fake. */
public final class GoogleShapedBackend implements Backend {
  /** What can be had. */
  public static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(
              Feature.PUT_IF_ABSENT,
              Feature.PUT_IF_MATCH,
              Feature.DELETE_IF_MATCH,
              Feature.COPY_CONDITIONAL,
              Feature.COMPLETE_CONDITIONAL,
              Feature.KEY_MAY_BE_PREFIX,
              Feature.BUCKET_VERSIONS),
          63,
          FakeBucket.MOST_IN_BATCH,
          5L << 40,
          5L << 40,
          1,
          5L << 40,
          10_000);

  private final FakeGoogle project;

  /** Over the fake. */
  public GoogleShapedBackend(FakeGoogle project) {
    this.project = project;
  }

  @Override
  public String name() {
    return "google-shaped";
  }

  @Override
  public Protocol protocol() {
    return MemoryBackend.PROTOCOL;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Timing timing() {
    return new Timing(
        Duration.ofSeconds(60),
        Duration.ZERO,
        Duration.ofMinutes(1),
        Duration.ofMinutes(1),
        Duration.ofSeconds(30));
  }

  @Override
  public BucketAdmin buckets() {
    return new GoogleShapedBuckets(project);
  }

  @Override
  public AccessAdmin access() {
    return new NoAccess("a store in memory grants no access");
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new GoogleShapedStore(project, bucket);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return new BucketLocation(
        MemoryBackend.PROTOCOL, bucket, URI.create("memory:google"), Map.of());
  }

  @Override
  public void ping() {}

  @Override
  public void close() {}
}
