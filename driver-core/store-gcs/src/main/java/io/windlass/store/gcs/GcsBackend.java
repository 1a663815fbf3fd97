package io.windlass.store.gcs;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessWays;
import io.windlass.access.BucketLocation;
import io.windlass.access.NoAccess;
import io.windlass.access.NodeSessions;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpProxy;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.gcs.access.GcsAccess;
import io.windlass.store.gcs.access.GcsNodeTokens;
import io.windlass.store.gcs.access.GcsServiceAccounts;
import io.windlass.store.gcs.bucket.GcsBuckets;
import io.windlass.store.gcs.bucket.GcsKeyBuckets;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsCredentials;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsSigner;
import io.windlass.store.gcs.client.GcsTransport;
import io.windlass.store.gcs.object.GcsBucketClient;
import io.windlass.store.gcs.object.GcsCapabilities;
import io.windlass.store.gcs.object.GcsJsonApi;
import io.windlass.store.gcs.object.GcsObjectApi;
import io.windlass.store.gcs.object.GcsStore;
import io.windlass.store.gcs.object.GcsXmlApi;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Backend for Cloud Storage of one project, reached with the driver's own credentials. */
public final class GcsBackend implements Backend {
  /**
   * "Using object versioning": it takes effect after 30 seconds; other processes may notice it only
   * after {@link GcsService#VERSIONS_KNOWN_FOR}.
   */
  private static final Duration VERSIONS_KEPT_AFTER =
      Duration.ofSeconds(30).plus(GcsService.VERSIONS_KNOWN_FOR);

  private static final String DATA_ONLY = "backend %s grants no access: it was opened for data";

  private final String name;
  private final GcsConnection connection;
  private final StoreErrors errors;
  private final Capabilities capabilities;
  private final Function<String, GcsObjectApi> api;
  private final BucketAdmin buckets;
  private final AccessAdmin access;
  private final Optional<NodeSessions> sessions;

  private GcsBackend(
      String name,
      GcsConnection connection,
      Capabilities capabilities,
      Function<String, GcsObjectApi> api,
      BucketAdmin buckets,
      AccessAdmin access,
      Optional<NodeSessions> sessions) {
    this.name = name;
    this.connection = connection;
    this.errors = GcsErrors.of(name).through(connection.proxy());
    this.capabilities = capabilities;
    this.api = api;
    this.buckets = buckets;
    this.access = access;
    this.sessions = sessions;
  }

  /**
   * Opens a backend; nothing is sent yet.
   *
   * @param credentials a directory with the file that {@link GcsCredentials} names, or without it;
   *     empty: the identity of the machine
   */
  public static GcsBackend open(
      String name, GcsConnection connection, Optional<SecretDirectory> credentials) {
    return open(name, connection, credentials, new HttpAttempts());
  }

  /** The same with other pauses. */
  static GcsBackend open(
      String name,
      GcsConnection connection,
      Optional<SecretDirectory> credentials,
      HttpAttempts attempts) {
    StoreErrors errors = GcsErrors.of(name).through(connection.proxy());
    GcsService service = new GcsService(connection, credentials, attempts);
    AccessAdmin keys = new GcsAccess(service, errors);
    AccessAdmin serviceAccounts = new GcsServiceAccounts(service, errors);
    return new GcsBackend(
        name,
        connection,
        GcsCapabilities.ALL,
        bucket -> new GcsJsonApi(service, bucket, errors),
        new GcsBuckets(service, errors),
        new AccessWays(
            keys, principal -> principal.serviceAccount().isPresent() ? serviceAccounts : keys),
        Optional.of(new GcsNodeTokens(service, errors)));
  }

  /** Opens it for data only, with an identity as {@link #open} takes it; nothing is sent yet. */
  static GcsBackend withIdentity(
      String name, GcsConnection connection, Optional<SecretDirectory> credentials) {
    return forData(name, connection, new GcsService(connection, credentials, new HttpAttempts()));
  }

  /**
   * Opens it for data only, with an access token; nothing is sent yet.
   *
   * @param token asked for each request, and so may change
   */
  static GcsBackend withToken(String name, GcsConnection connection, Supplier<Secret> token) {
    return forData(name, connection, GcsService.withToken(connection, token, new HttpAttempts()));
  }

  private static GcsBackend forData(String name, GcsConnection connection, GcsService service) {
    StoreErrors errors = GcsErrors.of(name).through(connection.proxy());
    return new GcsBackend(
        name,
        connection,
        GcsCapabilities.DATA,
        bucket -> new GcsJsonApi(service, bucket, errors),
        new GcsBuckets(service, errors),
        new NoAccess(DATA_ONLY.formatted(name)),
        Optional.empty());
  }

  /**
   * Opens it for data only, with an HMAC key; nothing is sent yet.
   *
   * @param key asked for each request, and so may change
   */
  static GcsBackend withKey(String name, GcsConnection connection, Supplier<GcsSigner> key) {
    GcsTransport transport = new GcsTransport(connection.http(), new HttpAttempts());
    URI root = URI.create(connection.root());
    return new GcsBackend(
        name,
        connection,
        GcsCapabilities.DATA,
        bucket -> new GcsXmlApi(transport, root, key, bucket),
        new GcsKeyBuckets(name),
        new NoAccess(DATA_ONLY.formatted(name)),
        Optional.empty());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return GcsProtocol.GCS;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  /**
   * Revoking takes until the service refuses the keys, however long that is, and still does so
   * after a while.
   */
  @Override
  public Timing timing() {
    Duration policies = connection.management().policiesEffectiveAfter();
    Duration keys = connection.management().keysTriedFor();
    return new Timing(
        connection.http().callTimeout(),
        Duration.ZERO,
        policies,
        keys,
        VERSIONS_KEPT_AFTER,
        policies,
        keys);
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
  public Optional<NodeSessions> sessions() {
    return sessions;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new GcsStore(new GcsBucketClient(api.apply(bucket), errors));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return GcsProtocol.location(bucket, connection.project(), connection.endpoint());
  }

  @Override
  public void ping() {
    Page<String> _ = buckets.list(Optional.empty());
  }

  @Override
  public List<String> remarks() {
    return connection.proxy().stream().map(HttpProxy::remark).toList();
  }

  /** The threads of the HTTP client end by themselves. */
  @Override
  public void close() {}
}
