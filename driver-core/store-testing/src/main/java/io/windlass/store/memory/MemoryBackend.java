package io.windlass.store.memory;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.NoAccess;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.backend.Trust;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Object storage in memory. Only this process reaches it, and it grants no access. */
public final class MemoryBackend implements Backend {
  /** No client speaks it. */
  public static final Protocol PROTOCOL = new Protocol("MEMORY", new CosiForm() {});

  private static final Set<Feature> FEATURES =
      Set.of(
          Feature.PUT_IF_ABSENT,
          Feature.PUT_IF_MATCH,
          Feature.GET_DESCRIBES,
          Feature.DELETE_IF_MATCH,
          Feature.COPY_CONDITIONAL,
          Feature.COMPLETE_CONDITIONAL,
          Feature.KEY_MAY_BE_PREFIX,
          Feature.ARBITRARY_KEYS,
          Feature.OBJECT_TAGS,
          Feature.OBJECT_EXPIRES);
  private static final long MIN_PART = 1;
  private static final long LARGEST = Integer.MAX_VALUE / 2;

  private final MemoryBuckets buckets = new MemoryBuckets(MIN_PART);

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Protocol protocol() {
    return PROTOCOL;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        FEATURES, 63, MemoryStore.MAX_DELETE_BATCH, LARGEST, LARGEST, MIN_PART, LARGEST, 10_000);
  }

  @Override
  public Trust trust() {
    return Trust.UNKNOWN;
  }

  @Override
  public Timing timing() {
    return Timing.immediate(Duration.ofSeconds(1));
  }

  @Override
  public BucketAdmin buckets() {
    return buckets;
  }

  @Override
  public AccessAdmin access() {
    return new NoAccess("a store in memory grants no access");
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new MemoryStore(bucket, buckets);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return new BucketLocation(PROTOCOL, bucket, URI.create("memory:/"), Map.of());
  }

  @Override
  public void ping() {}

  @Override
  public void close() {}
}
