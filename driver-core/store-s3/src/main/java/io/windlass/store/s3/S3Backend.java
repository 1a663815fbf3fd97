package io.windlass.store.s3;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessWays;
import io.windlass.access.BucketLocation;
import io.windlass.access.NoAccess;
import io.windlass.access.NodeSessions;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.backend.Trust;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpProxy;
import io.windlass.secret.Keyring;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.s3.access.BucketKeys;
import io.windlass.store.s3.access.DerivedKeys;
import io.windlass.store.s3.access.IamAccess;
import io.windlass.store.s3.access.IamDialect;
import io.windlass.store.s3.access.IamRoles;
import io.windlass.store.s3.access.IamServiceAccounts;
import io.windlass.store.s3.access.IamUsers;
import io.windlass.store.s3.access.MinioAccess;
import io.windlass.store.s3.access.MinioCalls;
import io.windlass.store.s3.access.MinioExtras;
import io.windlass.store.s3.access.RoleSessions;
import io.windlass.store.s3.bucket.AwsExtras;
import io.windlass.store.s3.bucket.S3Buckets;
import io.windlass.store.s3.bucket.S3Extras;
import io.windlass.store.s3.client.AwsEndpoint;
import io.windlass.store.s3.client.IamClients;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.store.s3.object.OddKeys;
import io.windlass.store.s3.object.RefusedCopies;
import io.windlass.store.s3.object.S3Annotations;
import io.windlass.store.s3.object.S3Bucket;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.store.s3.object.S3Store;
import io.windlass.store.s3.object.S3Tags;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.iam.IamClient;

/** Backend for one S3 server, reached with the driver's own credentials. */
public final class S3Backend implements Backend {
  /**
   * In which a server that was told to keep versions gets through with most of what it had begun.
   * It is not zero for MinIO either, though its setting is effective when it answers: MinIO decides
   * whether a request makes a version when the request begins, or the upload that it completes
   * ({@code putOptsFromReq} in {@code cmd/object-api-options.go}, {@code newMultipartUpload} in
   * {@code cmd/erasure-multipart.go}).
   */
  private static final Duration VERSIONS_KEPT_AFTER = Duration.ofSeconds(1);

  /**
   * "We recommend that you wait for 15 minutes after enabling versioning", the first time for a
   * bucket; what is written meanwhile may be answered with 404 for moments.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/manage-versioning-examples.html">Enabling
   *     versioning on buckets</a>
   */
  private static final Duration VERSIONS_KEPT_ON_AWS_AFTER = Duration.ofMinutes(15);

  private final String name;
  private final S3Clients clients;
  private final URI publicEndpoint;
  private final Capabilities capabilities;
  private final AccessAdmin access;
  private final BucketAdmin buckets;
  private final StoreErrors errors;

  /** Whether the server takes what is signed for the region, as was seen once. */
  private volatile boolean rightRegion;

  private final Optional<NodeSessions> sessions;
  private final S3Flavor flavor;
  private final Timing timing;
  private final OddKeys oddKeys = new OddKeys();
  private final S3Tags tags = new S3Tags(() -> trust() != Trust.UNKNOWN);
  private final S3Annotations annotations;
  private final RefusedCopies refused;

  /**
   * Assembles a backend from its parts. Closing the backend closes the clients.
   *
   * @param publicEndpoint the endpoint for workloads
   * @param capabilities what this server can do
   * @param access administration of users on the server
   * @param extras what its buckets can have beyond S3
   */
  public S3Backend(
      String name,
      S3Clients clients,
      URI publicEndpoint,
      Capabilities capabilities,
      AccessAdmin access,
      S3Extras extras) {
    this(
        name,
        clients,
        publicEndpoint,
        capabilities,
        access,
        extras,
        Optional.empty(),
        S3Flavor.NONE);
  }

  private S3Backend(
      String name,
      S3Clients clients,
      URI publicEndpoint,
      Capabilities capabilities,
      AccessAdmin access,
      S3Extras extras,
      Optional<NodeSessions> sessions,
      S3Flavor flavor) {
    this.name = name;
    this.clients = clients;
    this.publicEndpoint = publicEndpoint;
    this.capabilities = capabilities;
    this.access = access;
    this.errors = S3Errors.of(name).through(clients.connection().proxy());
    this.refused = new RefusedCopies(clients.connection().maxConnections());
    this.annotations = S3Annotations.of(clients.connection().endpoint());
    this.buckets = new S3Buckets(clients, capabilities, extras, errors, new HttpAttempts());
    this.sessions = sessions;
    this.flavor = flavor;
    this.timing = timing(clients.connection(), flavor);
  }

  /**
   * Opens a configured backend; nothing is sent yet.
   *
   * @param keyring the keys that secrets of principals are derived from, asked for at each use
   */
  public static S3Backend open(S3Config config, Supplier<Keyring> keyring) {
    S3Clients clients =
        S3Clients.open(
            config.connection(), OpenCredentials.of(config.credentials(), config.connection()));
    URI publicEndpoint = config.publicEndpoint().orElse(config.connection().endpoint());
    Capabilities capabilities = S3Capabilities.of(config.flavor());
    StoreErrors errors = S3Errors.of(config.name()).through(config.connection().proxy());
    return switch (config.flavor()) {
      case AWS, RGW, SEAWEEDFS, VERSITYGW ->
          new S3Backend(
              config.name(),
              clients,
              publicEndpoint,
              capabilities,
              iam(config, clients, capabilities, errors),
              extras(config, clients, errors),
              sessions(config, clients, errors),
              config.flavor());
      case MINIO -> {
        MinioCalls calls = new MinioCalls(clients, errors);
        yield new S3Backend(
            config.name(),
            clients,
            publicEndpoint,
            capabilities,
            new MinioAccess(calls, capabilities, new DerivedKeys(keyring), clients),
            new MinioExtras(calls),
            sessions(config, clients, errors),
            config.flavor());
      }
      case NONE ->
          new S3Backend(
              config.name(),
              clients,
              publicEndpoint,
              capabilities,
              noAccess(config.name()),
              extras(config, clients, errors),
              sessions(config, clients, errors),
              config.flavor());
    };
  }

  private static AccessAdmin iam(
      S3Config config, S3Clients clients, Capabilities capabilities, StoreErrors errors) {
    boolean aws = config.flavor() == S3Flavor.AWS;
    Optional<URI> endpoint =
        aws
            ? config.iamEndpoint()
            : config.iamEndpoint().or(() -> Optional.of(config.connection().endpoint()));
    IamClient iam =
        config.flavor() == S3Flavor.VERSITYGW
            // Whatever the gateway's own region is.
            ? IamClients.open(clients, endpoint, Region.US_EAST_1)
            : IamClients.open(clients, endpoint);
    IamDialect dialect = dialect(config, clients, errors);
    AccessAdmin keys =
        new IamAccess(
            new IamUsers(iam, clients, errors, config.permissionsBoundary()),
            dialect,
            capabilities,
            clients);
    AccessAdmin serviceAccounts =
        new IamServiceAccounts(
            new IamRoles(iam, clients, errors, config.permissionsBoundary()),
            dialect,
            capabilities,
            config.oidcProvider());
    return new AccessWays(
        keys,
        principal -> principal.serviceAccount().isPresent() ? serviceAccounts : keys,
        () -> VersityGateway.requireFlavor(config.flavor(), clients, errors));
  }

  private static IamDialect dialect(S3Config config, S3Clients clients, StoreErrors errors) {
    return switch (config.flavor()) {
      case AWS -> {
        String partition = partition(config.connection().region());
        yield IamDialect.aws(partition).withKeys(BucketKeys.ofAws(clients, partition, errors));
      }
      case RGW -> IamDialect.rgw();
      case SEAWEEDFS -> IamDialect.seaweedfs();
      case VERSITYGW -> IamDialect.versitygw();
      case MINIO, NONE -> IamDialect.plain();
    };
  }

  private static Optional<NodeSessions> sessions(
      S3Config config, S3Clients clients, StoreErrors errors) {
    return config
        .role()
        .map(role -> RoleSessions.open(clients, role, dialect(config, clients, errors), errors));
  }

  private static String partition(String region) {
    return PartitionMetadata.of(Region.of(region)).id();
  }

  private static S3Extras extras(S3Config config, S3Clients clients, StoreErrors errors) {
    if (config.flavor() == S3Flavor.SEAWEEDFS) {
      return S3Extras.seaweedfs();
    }
    URI endpoint = config.connection().endpoint();
    boolean onlyTls =
        Stream.of(endpoint, config.publicEndpoint().orElse(endpoint))
            .allMatch(each -> "https".equals(each.getScheme()));
    return AwsEndpoint.is(endpoint) ? new AwsExtras(clients, errors, onlyTls) : S3Extras.none();
  }

  /**
   * Opens a server of any flavour for buckets and data only.
   *
   * @param key asked for each request, and so may change
   */
  public static S3Backend forData(String name, S3Connection connection, Supplier<S3Key> key) {
    return forData(name, connection, new S3Credentials(key));
  }

  /** The same with credentials of the SDK; closing the backend closes them. */
  static S3Backend forData(
      String name, S3Connection connection, AwsCredentialsProvider credentials) {
    S3Clients clients = S3Clients.patient(connection, credentials);
    return new S3Backend(
        name,
        clients,
        clients.connection().endpoint(),
        S3Capabilities.of(AwsEndpoint.is(connection.endpoint()) ? S3Flavor.AWS : S3Flavor.NONE),
        noAccess(name),
        S3Extras.none());
  }

  private static Timing timing(S3Connection connection, S3Flavor flavor) {
    Duration call = connection.http().callTimeout();
    Duration kept =
        AwsEndpoint.is(connection.endpoint()) ? VERSIONS_KEPT_ON_AWS_AFTER : VERSIONS_KEPT_AFTER;
    Duration iam = IamAccess.EFFECTIVE_AFTER;
    return switch (flavor) {
      case AWS ->
          new Timing(
              call,
              Duration.ZERO,
              IamAccess.EFFECTIVE_ON_AWS_AFTER,
              IamAccess.SETTLES_ON_AWS_OVER,
              kept,
              iam,
              IamAccess.SETTLES_ON_AWS_OVER);
      case RGW, SEAWEEDFS -> new Timing(call, Duration.ZERO, iam, Duration.ZERO, kept, iam);
      // Versity S3 Gateway asks its IAM at each request.
      case MINIO, VERSITYGW, NONE -> Timing.immediate(call).withVersionsKeptAfter(kept);
    };
  }

  private static AccessAdmin noAccess(String backend) {
    return new NoAccess(
        ("backend %s grants no access: set its flavor to aws, rgw, seaweedfs, versitygw or minio if it"
                + " is one of these, on which the driver can make users")
            .formatted(backend));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return S3Protocol.S3;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public Trust trust() {
    if (AwsEndpoint.is(clients.connection().endpoint())) {
      return Trust.KNOWN;
    }
    return switch (flavor) {
      case MINIO, SEAWEEDFS -> Trust.RECOGNIZED;
      case AWS, RGW, VERSITYGW, NONE ->
          clients.requests().answeredByMinio() ? Trust.RECOGNIZED : Trust.UNKNOWN;
    };
  }

  @Override
  public void sendRanges() {
    refused.never(RefusedCopies.Kind.PART);
  }

  @Override
  public Timing timing() {
    return timing;
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
    return new S3Store(
        new S3Bucket(clients, bucket, capabilities, errors, oddKeys, tags, annotations, refused));
  }

  @Override
  public BucketLocation locate(String bucket) {
    boolean inPath = clients.connection().pathStyle() || AwsEndpoint.isInPath(bucket);
    return S3Protocol.location(
        bucket,
        publicEndpoint,
        clients.connection().region(),
        inPath,
        clients.connection().encryption());
  }

  @Override
  public void ping() {
    errors.call("ping", "the server", () -> clients.calls().listBuckets(few -> few.maxBuckets(1)));
    if (!rightRegion) {
      requireRegion();
      rightRegion = true;
    }
  }

  /**
   * Asks for a bucket that nobody has. MinIO, for one, takes a list of buckets that is signed for
   * any region.
   */
  private void requireRegion() {
    String bucket = "windlass-" + UUID.randomUUID();
    try {
      errors.call(
          "ping",
          "the server",
          () -> clients.calls().listObjectsV2(few -> few.bucket(bucket).maxKeys(1)));
    } catch (DriverException.NotFound | DriverException.PermissionDenied e) {
      // That is an answer to a signature for the right region.
    }
  }

  @Override
  public List<String> remarks() {
    return Stream.concat(
            clients.connection().proxy().stream().map(HttpProxy::remark),
            clients.remarks().stream())
        .toList();
  }

  @Override
  public void close() {
    clients.close();
  }
}
