package io.windlass.provision.iam;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessWays;
import io.windlass.access.BucketLocation;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.error.StoreErrors;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.access.IamAccess;
import io.windlass.store.s3.access.IamDialect;
import io.windlass.store.s3.access.IamRoles;
import io.windlass.store.s3.access.IamServiceAccounts;
import io.windlass.store.s3.access.IamUsers;
import io.windlass.store.s3.access.OidcProvider;
import io.windlass.store.s3.client.IamClients;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.testing.Patience;
import io.windlass.testing.RegistryInMemory;
import io.windlass.testing.TokenIssuer;
import io.windlass.testing.crash.TrapBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.iam.IamClient;

/**
 * The driver's own access by IAM over {@link FakeIam}, beside the buckets of the embedded server,
 * and with registries in memory. Keys are tried and used on the fake.
 */
public final class FakeIamBackend implements TrapBackend.InSteps {
  private static final String TAG = "windlass-account";
  private static final String REGION = "us-east-1";
  private static final String ISSUER = "https://oidc.example.com/id/CLUSTER";

  private final Backend server;
  private final FakeIam fake;
  private final TokenIssuer cluster;
  private final S3Clients clients;
  private final IamClient requests;
  private final Timing timing;
  private final Duration later;
  private final AccessAdmin access;

  private FakeIamBackend(
      Backend server,
      FakeIam fake,
      TokenIssuer cluster,
      S3Clients clients,
      IamClient requests,
      Timing timing,
      Duration later) {
    this.server = server;
    this.fake = fake;
    this.cluster = cluster;
    this.clients = clients;
    this.requests = requests;
    this.timing = timing;
    this.later = later;
    StoreErrors errors = S3Errors.of(server.name());
    IamDialect dialect = IamDialect.aws("aws");
    Capabilities aws = S3Capabilities.of(S3Flavor.AWS);
    Optional<String> boundary = Optional.of(FakeIam.BOUNDARY);
    AccessAdmin keys =
        new IamAccess(new IamUsers(requests, clients, errors, boundary), dialect, aws, clients);
    AccessAdmin serviceAccounts =
        new IamServiceAccounts(
            new IamRoles(requests, clients, errors, boundary),
            dialect,
            aws,
            Optional.of(provider()));
    this.access =
        new AccessWays(
            keys, principal -> principal.serviceAccount().isPresent() ? serviceAccounts : keys);
  }

  /** Opens it in a directory; what is granted is so at once. */
  public static FakeIamBackend open(Path directory) {
    Backend server = RegistryInMemory.over(LocalBackend.open(LocalConfig.in(directory)));
    FakeIam fake = new FakeIam(server::objects);
    TokenIssuer cluster = new TokenIssuer(ISSUER);
    fake.addProvider(cluster);
    S3Clients clients =
        S3Clients.open(
            S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("driver", "secret")));
    IamClient requests = IamClients.open(clients, Optional.of(fake.endpoint()));
    return new FakeIamBackend(
        server, fake, cluster, clients, requests, server.timing(), Duration.ZERO);
  }

  /** Returns a backend for the same server with another declared timing. */
  public FakeIamBackend with(Timing other) {
    return new FakeIamBackend(server, fake, cluster, clients, requests, other, later);
  }

  /** Returns a backend for the same server, so much later by the server's clock. */
  public FakeIamBackend later(Duration by) {
    return new FakeIamBackend(server, fake, cluster, clients, requests, timing, by);
  }

  @Override
  public Backend through(TrapBackend trap) {
    return new FakeIamBackend(
        server, fake, cluster, clients, trap.over(IamClient.class, requests), timing, later);
  }

  private OidcProvider provider() {
    return OidcProvider.of(fake.addProvider(cluster));
  }

  /** Returns the issuer of the cluster's tokens. */
  public TokenIssuer cluster() {
    return cluster;
  }

  /** Returns the server of users. */
  public FakeIam iam() {
    return fake;
  }

  /** Returns the accounts that have a user, as an auditor finds them. */
  public List<String> accounts() {
    return fake.users().stream()
        .filter(user -> user.path().equals("/windlass/"))
        .map(user -> user.tags().getOrDefault(TAG, ""))
        .toList();
  }

  /** Returns the user of an account, if there is one. */
  public Optional<IamUser> user(String account) {
    return fake.users().stream().filter(user -> account.equals(user.tags().get(TAG))).findAny();
  }

  /** Returns the ids of an account's keys, the oldest first. */
  public List<String> keys(String account) {
    return user(account).map(user -> List.copyOf(user.keys().keySet())).orElse(List.of());
  }

  @Override
  public String name() {
    return server.name();
  }

  @Override
  public Protocol protocol() {
    return S3Protocol.S3;
  }

  @Override
  public Capabilities capabilities() {
    Capabilities own = server.capabilities();
    Set<Feature> features = EnumSet.copyOf(own.features());
    features.add(Feature.ACCESS_SERVICE_ACCOUNT);
    return new Capabilities(
        features,
        own.maxBucketName(),
        own.maxDeleteBatch(),
        own.maxPutBytes(),
        own.maxObjectBytes(),
        own.minPartBytes(),
        own.maxPartBytes(),
        own.maxParts());
  }

  @Override
  public Timing timing() {
    return timing;
  }

  @Override
  public BucketAdmin buckets() {
    return server.buckets();
  }

  @Override
  public AccessAdmin access() {
    return access;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new InterceptedStore(server.objects(bucket), new LaterAnswers(later));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return S3Protocol.location(bucket, fake.endpoint(), REGION, true);
  }

  @Override
  public void ping() {
    server.ping();
  }

  @Override
  public void close() {
    server.close();
    clients.close();
    fake.close();
    cluster.close();
  }
}
