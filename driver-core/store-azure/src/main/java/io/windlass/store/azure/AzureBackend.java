package io.windlass.store.azure;

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
import io.windlass.http.HttpProxy;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.azure.access.AzureAccess;
import io.windlass.store.azure.access.AzureDelegatedTokens;
import io.windlass.store.azure.access.AzureLockableContainers;
import io.windlass.store.azure.access.AzureManager;
import io.windlass.store.azure.access.AzureNodeTokens;
import io.windlass.store.azure.access.AzureSasPolicy;
import io.windlass.store.azure.access.AzureServiceAccounts;
import io.windlass.store.azure.access.AzureTokenTrial;
import io.windlass.store.azure.bucket.AzureBuckets;
import io.windlass.store.azure.bucket.LockableContainers;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.object.AzureCapabilities;
import io.windlass.store.azure.object.AzureStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Backend for one storage account of Azure, reached with the driver's own credentials. */
public final class AzureBackend implements Backend {
  /**
   * "Delete Container": its name cannot be used for at least 30 seconds; with many blobs, longer.
   */
  private static final Duration NAME_REUSE = Duration.ofMinutes(1);

  private final String name;
  private final AzureClients clients;
  private final StoreErrors errors;
  private final AzureBuckets buckets;
  private final Capabilities capabilities;
  private final AccessAdmin access;
  private final Optional<NodeSessions> sessions;

  private AzureBackend(
      String name,
      AzureClients clients,
      Capabilities capabilities,
      Optional<LockableContainers> lockable,
      AccessAdmin access,
      Optional<NodeSessions> sessions) {
    this.name = name;
    this.clients = clients;
    this.capabilities = capabilities;
    this.errors = AzureErrors.of(name).through(clients.connection().proxy());
    this.buckets = new AzureBuckets(clients, errors, lockable);
    this.access = access;
    this.sessions = sessions;
  }

  /**
   * Opens a backend; nothing is sent yet.
   *
   * @param credentials a directory with the files that {@link AzureCredentials} names
   * @param sessionLife of the tokens of nodes
   */
  public static AzureBackend open(
      String name, AzureConnection connection, SecretDirectory credentials, Duration sessionLife) {
    AzureCredentials key = new AzureCredentials(credentials, connection);
    AzureClients clients = new AzureClients(connection, key::own);
    StoreErrors errors = AzureErrors.of(name).through(connection.proxy());
    AzureManager manager =
        new AzureManager(
            clients,
            key::identity,
            errors.through(connection.http().proxies().of(connection.management().manager())));
    AzureTokenTrial trial =
        new AzureTokenTrial(clients, errors, new AzureSasPolicy(manager, connection.management()));
    AccessAdmin policies = new AzureAccess(clients, errors, trial);
    AccessAdmin delegated =
        new AzureDelegatedTokens(clients, key::identity, errors, InstantSource.system(), trial);
    AccessAdmin serviceAccounts = new AzureServiceAccounts(manager, connection.management());
    AccessAdmin access =
        new AccessWays(
            policies,
            principal ->
                principal.serviceAccount().isPresent()
                    ? serviceAccounts
                    : principal.signing().isPresent() ? delegated : policies);
    NodeSessions sessions =
        new AzureNodeTokens(clients, errors, trial, InstantSource.system(), sessionLife);
    Optional<LockableContainers> lockable =
        connection
            .management()
            .resource()
            .map(account -> new AzureLockableContainers(manager, account));
    return new AzureBackend(
        name,
        clients,
        lockable.isPresent() ? AzureCapabilities.MANAGED : AzureCapabilities.FLAT,
        lockable,
        access,
        Optional.of(sessions));
  }

  /** The same with tokens for nodes that last {@link AzureNodeTokens#USUAL}. */
  public static AzureBackend open(
      String name, AzureConnection connection, SecretDirectory credentials) {
    return open(name, connection, credentials, AzureNodeTokens.USUAL);
  }

  /**
   * Opens an account for data only; nothing is sent yet.
   *
   * @param credential asked for each request, and so may change
   */
  public static AzureBackend forData(
      String name, AzureConnection connection, Supplier<AzureKey> credential) {
    return new AzureBackend(
        name,
        new AzureClients(connection, credential),
        AzureCapabilities.DATA,
        Optional.empty(),
        new NoAccess("backend %s grants no access: it was opened for data".formatted(name)),
        Optional.empty());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return AzureProtocol.AZURE;
  }

  /** Only the account says whether it has directories: it counts as one without until then. */
  @Override
  public Capabilities capabilities() {
    return !capabilities.equals(AzureCapabilities.DATA) && clients.hierarchy().known().orElse(false)
        ? AzureCapabilities.HIERARCHICAL
        : capabilities;
  }

  @Override
  public Timing timing() {
    return new Timing(
        clients.connection().http().callTimeout(),
        NAME_REUSE,
        clients.connection().policiesEffectiveAfter(),
        clients.connection().policiesEffectiveAfter(),
        Duration.ZERO,
        clients.connection().management().rolesEffectiveAfter());
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
    return new AzureStore(new AzureContainer(clients, bucket, errors));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return AzureProtocol.location(
        bucket,
        clients.connection().account(),
        clients.connection().endpoint(),
        clients.connection().version());
  }

  @Override
  public void ping() {
    String any = buckets.list(Optional.empty()).items().stream().findFirst().orElse("");
    boolean _ = new AzureContainer(clients, any, errors).hasDirectories();
  }

  /** The threads of the HTTP client end by themselves. */
  @Override
  public List<String> remarks() {
    return clients.connection().proxy().stream().map(HttpProxy::remark).toList();
  }

  @Override
  public void close() {}
}
