package io.windlass.store.gcs;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.AccessAdmin;
import io.windlass.store.Backend;
import io.windlass.store.BucketAdmin;
import io.windlass.store.BucketLocation;
import io.windlass.store.Capabilities;
import io.windlass.store.NoAccess;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Protocol;
import io.windlass.store.StoreErrors;
import io.windlass.store.Timing;
import java.time.Duration;
import java.util.Optional;

/** Cloud Storage of one project with the driver's own credentials. Grants no access. */
public final class GcsBackend implements Backend {
  /** "Using object versioning": 30 seconds until it is effective; as long others may not know. */
  private static final Duration VERSIONS_KEPT_AFTER =
      Duration.ofSeconds(30).plus(GcsVersioning.KNOWN_FOR);

  private final String name;
  private final GcsService service;
  private final StoreErrors errors;
  private final GcsBuckets buckets;

  private GcsBackend(String name, GcsService service) {
    this.name = name;
    this.service = service;
    this.errors = GcsErrors.of(name);
    this.buckets = new GcsBuckets(service, errors);
  }

  /**
   * Opens a backend; nothing is sent yet.
   *
   * @param credentials a directory with the file that {@link GcsCredentials} names, or without it
   */
  public static GcsBackend open(
      String name, GcsConnection connection, SecretDirectory credentials) {
    return new GcsBackend(name, new GcsService(connection, credentials));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return Protocol.GCS;
  }

  @Override
  public Capabilities capabilities() {
    return GcsCapabilities.DATA;
  }

  @Override
  public Timing timing() {
    return Timing.immediate(service.connection().callTimeout())
        .withVersionsKeptAfter(VERSIONS_KEPT_AFTER);
  }

  @Override
  public BucketAdmin buckets() {
    return buckets;
  }

  @Override
  public AccessAdmin access() {
    return new NoAccess("backend %s grants no access to buckets".formatted(name));
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new GcsStore(new GcsBucketClient(service, bucket, errors));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return new BucketLocation.Gcs(bucket, service.connection().project());
  }

  @Override
  public void ping() {
    Page<String> _ = buckets.list(Optional.empty());
  }

  /** The threads of the HTTP client end by themselves. */
  @Override
  public void close() {}
}
