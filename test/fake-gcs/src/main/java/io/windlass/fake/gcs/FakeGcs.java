package io.windlass.fake.gcs;

import java.lang.System.Logger.Level;
import java.net.URI;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A FAKE of Google Cloud Storage, in memory and on ports of this machine: one project with its
 * buckets, its service accounts and their keys. It rejects what the service rejects and evaluates
 * the bindings of policies on each request. What it does not model it refuses with 501. See the
 * package for its rules and where they come from.
 *
 * <p>It may be used by several threads; it answers one request after the other.
 */
public final class FakeGcs implements AutoCloseable {
  /** In the header {@code Server} of every answer. */
  public static final String NAME = "fake-gcs (a fake of Google Cloud Storage, not the service)";

  static final String PROJECT_NUMBER = "123456789012";
  private static final System.Logger LOG = System.getLogger(FakeGcs.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final String project;
  private final FakeClock clock = new FakeClock();
  private final FakeSettings settings = new FakeSettings();
  private final Faults faults = new Faults();
  private final Tokens tokens = new Tokens(clock);
  private final GcsState state;
  private final ServiceAccounts accounts;
  private final HmacKeys keys;
  private final TokenApi tokenApi;
  private final MetadataServer metadata;
  private final JsonApi json;
  private final XmlApi xml;
  private final WireServer storage;
  private final WireServer identity;

  /** Starts it, with a project of this name. */
  public FakeGcs(String project) {
    this.project = project;
    this.state = GcsState.of(project, clock, settings, this::storage);
    this.accounts = new ServiceAccounts(project);
    this.keys = new HmacKeys(clock, settings, accounts);
    accounts.onDelete(this::forget);
    this.tokenApi = new TokenApi(accounts, tokens, this::identity);
    this.metadata = new MetadataServer(state, tokens);
    ObjectWriter writer = new ObjectWriter(state);
    ObjectApi objects = new ObjectApi(state, writer);
    this.json = jsonApi(writer, objects);
    this.xml =
        new XmlApi(
            state,
            tokens,
            new SignatureV4(keys),
            new XmlObjects(state, writer, objects),
            new XmlUploads(state, writer),
            new XmlCompose(new ComposeApi(state, writer, objects)));
    List<Route> iam = new ArrayList<>(new ServiceAccountApi(state, accounts).routes());
    iam.addAll(new RoleApi(state).routes());
    IdentityApi identities = new IdentityApi(tokens, tokenApi, metadata, List.copyOf(iam));
    this.storage = WireServer.start(faults, request -> locked(() -> stored(request)));
    this.identity = WireServer.start(faults, request -> locked(() -> identities.answer(request)));
    LOG.log(Level.INFO, "{0}: storage on {1}, identities on {2}", NAME, storage(), identity());
  }

  private WireAnswer stored(WireRequest request) {
    if (BatchApi.isMeant(request)) {
      return new BatchApi(json).answer(request);
    }
    return JsonApi.isMeant(request) ? json.answer(request) : xml.answer(request);
  }

  private JsonApi jsonApi(ObjectWriter writer, ObjectApi objects) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(new BucketApi(state).routes());
    routes.addAll(objects.routes());
    routes.addAll(new ListingApi(state).routes());
    routes.addAll(new ComposeApi(state, writer, objects).routes());
    routes.addAll(new RewriteApi(state, writer, objects).routes());
    routes.addAll(new PolicyApi(state, email -> accounts.find(email).isPresent()).routes());
    routes.addAll(new FolderApi(state).routes());
    routes.addAll(new HmacKeyApi(state, accounts, keys).routes());
    InsertApi inserts = new InsertApi(state, writer, new ResumableApi(state, writer));
    return new JsonApi(tokens, List.copyOf(routes), inserts.routes());
  }

  /** An account's tokens end with it; bindings keep its name, and mean nobody. */
  private void forget(ServiceAccounts.Account account) {
    String member = "serviceAccount:" + account.email();
    String deleted = "deleted:" + member + "?uid=" + account.uniqueId();
    tokens.revoke(member);
    state.access().project().rename(each -> each.equals(member) ? deleted : each);
    for (GcsBucket bucket : state.buckets().values()) {
      bucket.policy().rename(each -> each.equals(member) ? deleted : each);
      bucket
          .managedFolders()
          .all()
          .forEach(folder -> folder.policy().rename(each -> each.equals(member) ? deleted : each));
    }
  }

  /** Base URL of the JSON API and of the XML API. */
  public URI storage() {
    return storage.uri();
  }

  /**
   * Base URL of all that has a host of its own in the service: {@code /token} of OAuth, {@code
   * /v1/token} of the Security Token Service, {@code /v1/projects/} of IAM, and {@code
   * /computeMetadata/v1/} of the metadata server.
   */
  public URI identity() {
    return identity.uri();
  }

  /** Id of its project. */
  public String project() {
    return project;
  }

  /** What may be set. */
  public FakeSettings settings() {
    return settings;
  }

  /** Faults on demand. */
  public Faults faults() {
    return faults;
  }

  /** Has so much more time passed for the service. */
  public void pass(Duration time) {
    clock.pass(time);
  }

  /** Another service account; its address. */
  public String serviceAccount(String accountId) {
    return locked(() -> accounts.create(accountId, "", "").email());
  }

  /** The addresses of all service accounts that are there. */
  public List<String> serviceAccounts() {
    return locked(() -> List.copyOf(accounts.all().keySet()));
  }

  /** Another service account that may do everything; its address. */
  public String administrator() {
    return administrator("administrator");
  }

  /** The same with another name. */
  public String administrator(String accountId) {
    return locked(() -> {
      String email = accounts.create(accountId, "", "").email();
      List.of(
              "roles/storage.admin",
              "roles/storage.hmacKeyAdmin",
              "roles/iam.serviceAccountAdmin",
              "roles/iam.roleAdmin")
          .forEach(role -> bind("serviceAccount:" + email, role));
      return email;
    });
  }

  private void bind(String member, String role) {
    PolicyHistory policy = state.access().project();
    policy.setAtOnce(policy.current().with(IamPolicy.binding(role, member)));
  }

  /** Grants a role on the whole project. */
  public void grant(String email, String role) {
    grantTo("serviceAccount:" + email, role);
  }

  /** Grants a role on the whole project to a member, as bindings name it. */
  public void grantTo(String member, String role) {
    locked(() -> {
      bind(member, role);
      return true;
    });
  }

  /** A role of the project's own; names begin with {@code projects/<project>/roles/}. */
  public void addRole(String name, Set<String> permissions) {
    locked(() -> {
      state.access().roles().add(name, permissions);
      return true;
    });
  }

  /** An access token of a service account, as if it had been asked for; good for an hour. */
  public String accessToken(String email) {
    return locked(() -> tokens.issue(Principal.serviceAccount(email)));
  }

  /**
   * Another key of a service account, in the form of the file that has it:
   * cloud.google.com/iam/docs/keys-create-delete.
   */
  public String credentials(String email) {
    return locked(() -> {
      ServiceAccounts.Account account =
          accounts.find(email).orElseThrow(() -> new IllegalArgumentException(email));
      return ServiceAccountKey.create(account, project, identity() + "/token").toString();
    });
  }

  /**
   * Takes tokens of this issuer's that are signed with the private half of this RSA key, as those
   * of a provider of a workload identity pool.
   *
   * @return the audience to name in exchanges
   */
  public String trust(String pool, String provider, String issuer, PublicKey key) {
    return locked(() -> tokenApi.trust(pool, provider, issuer, key));
  }

  /** Has the metadata server give tokens of this account. */
  public void runAs(String email) {
    locked(() -> {
      metadata.runAs(email);
      return true;
    });
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    storage.close();
    identity.close();
  }
}
