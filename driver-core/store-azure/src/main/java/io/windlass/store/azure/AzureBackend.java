package io.windlass.store.azure;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.AccessAdmin;
import io.windlass.store.Backend;
import io.windlass.store.BucketAdmin;
import io.windlass.store.BucketLocation;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Protocol;
import io.windlass.store.Timing;
import java.time.Duration;
import java.util.Optional;

/** One storage account of Azure's with the driver's own credentials. */
public final class AzureBackend implements Backend {
  /**
   * "Delete Container": its name cannot be used for at least 30 seconds; with many blobs, longer.
   */
  private static final Duration NAME_REUSE = Duration.ofMinutes(1);

  private final String name;
  private final AzureClients clients;
  private final AzureErrors errors;
  private final AzureBuckets buckets;
  private final AzureAccess access;

  private AzureBackend(String name, AzureClients clients) {
    this.name = name;
    this.clients = clients;
    this.errors = new AzureErrors(name);
    this.buckets = new AzureBuckets(clients, errors);
    this.access = new AzureAccess(clients, errors);
  }

  /**
   * Opens a backend; nothing is sent yet.
   *
   * @param credentials a directory of files: {@code accountKey}
   */
  public static AzureBackend open(
      String name, AzureConnection connection, SecretDirectory credentials) {
    return new AzureBackend(name, new AzureClients(connection, new AzureCredentials(credentials)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return Protocol.AZURE;
  }

  @Override
  public Capabilities capabilities() {
    return AzureCapabilities.FLAT;
  }

  @Override
  public Timing timing() {
    return new Timing(
        clients.connection().callTimeout(),
        NAME_REUSE,
        clients.connection().policiesEffectiveAfter(),
        clients.connection().policiesEffectiveAfter(),
        Duration.ZERO);
  }

  @Override
  public BucketAdmin buckets() {
    return buckets;
  }

  @Override
  public AccessAdmin access() {
    return access;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new AzureStore(new AzureContainer(clients, bucket, errors));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return new BucketLocation.Azure(
        bucket, clients.connection().account(), clients.connection().endpoint());
  }

  @Override
  public void ping() {
    Page<String> _ = buckets.list(Optional.empty());
  }

  /** The threads of the HTTP client end by themselves. */
  @Override
  public void close() {}
}
