package io.windlass.store.memory.azure;

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
import io.windlass.store.azure.client.AzureProtocol;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/** What a backend for Azure is going to look like, access apart, over a fake. */
public final class AzureShapedBackend implements Backend {
  /** What can be had. */
  public static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(
              Feature.PUT_IF_ABSENT,
              Feature.PUT_IF_MATCH,
              Feature.DELETE_IF_MATCH,
              Feature.COPY_CONDITIONAL,
              Feature.COMPLETE_CONDITIONAL,
              Feature.KEY_MAY_BE_PREFIX),
          63,
          FakeContainer.MOST_IN_BATCH,
          5000L << 20,
          50_000L * (4000L << 20),
          1,
          4000L << 20,
          50_000);

  private final FakeAzure account;

  /** Over the fake. */
  public AzureShapedBackend(FakeAzure account) {
    this.account = account;
  }

  @Override
  public String name() {
    return "azure-shaped";
  }

  @Override
  public Protocol protocol() {
    return AzureProtocol.AZURE;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Timing timing() {
    return new Timing(
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ZERO);
  }

  @Override
  public BucketAdmin buckets() {
    return new AzureShapedBuckets(account);
  }

  @Override
  public AccessAdmin access() {
    return new NoAccess("a store in memory grants no access");
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new AzureShapedStore(account, bucket);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return AzureProtocol.location(bucket, "fake", URI.create("memory:/"));
  }

  @Override
  public void ping() {}

  @Override
  public void close() {}
}
