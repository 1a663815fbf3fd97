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
 * the bindings of policies on each request. It refuses with 501 what it does not model. The package
 * states its rules and their sources.
 *
 * <p>Several threads may use it; it handles one request at a time.
 */
public final class FakeGcs implements AutoCloseable {
  /** Value of the header {@code Server} in every answer. */
  public static final String NAME = "fake-gcs (a fake of Google Cloud Storage, not the service)";

  static final String PROJECT_NUMBER = "123456789012";
  private static final System.Logger log = System.getLogger(FakeGcs.class.getName());

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

  /** Starts a fake with a project of this name. */
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
    log.log(Level.INFO, "{0}: storage on {1}, identities on {2}", NAME, storage(), identity());
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

  /** Ends the tokens of a deleted account; bindings keep its name as a deleted member. */
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
   * Base URL of all APIs that have their own hosts in the service: {@code /token} of OAuth, {@code
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

  /** Returns the settings of this fake. */
  public FakeSettings settings() {
    return settings;
  }

  /**
   * Lets changes of policies and keys be effective at once, and what was made be known at once,
   * unlike those of the service; a test says why it needs that.
   */
  public FakeGcs accessAtOnce() {
    settings.accessAtOnce();
    return this;
  }

  /** Lets names be written at any rate, unlike the service; a test says why it needs that. */
  public FakeGcs writesAtAnyRate() {
    settings.writesAtAnyRate();
    return this;
  }

  /** Faults on demand. */
  public Faults faults() {
    return faults;
  }

  /** Lets time pass for the service. */
  public void pass(Duration time) {
    clock.pass(time);
  }

  /** Creates a service account; returns its address. */
  public String serviceAccount(String accountId) {
    return locked(() -> accounts.create(accountId, "", "").email());
  }

  /** Returns the addresses of all service accounts. */
  public List<String> serviceAccounts() {
    return locked(() -> List.copyOf(accounts.all().keySet()));
  }

  /** Creates a service account that may do everything; returns its address. */
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

  /** Grants a role on the whole project to a member, named as in bindings. */
  public void grantTo(String member, String role) {
    locked(() -> {
      bind(member, role);
      return true;
    });
  }

  /** Adds a custom role of the project; its name begins with {@code projects/<project>/roles/}. */
  public void addRole(String name, Set<String> permissions) {
    locked(() -> {
      state.access().roles().add(name, permissions);
      return true;
    });
  }

  /** Returns the permissions of a role. */
  public Set<String> permissionsOf(String name) {
    return locked(() -> Set.copyOf(state.access().roles().permissions(name)));
  }

  /** Issues an access token of a service account, valid for an hour. */
  public String accessToken(String email) {
    return locked(() -> tokens.issue(Principal.serviceAccount(email)));
  }

  /**
   * Creates a key of a service account; returns the content of its file:
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
   * Accepts tokens of an issuer that are signed with this RSA key, as a provider of a workload
   * identity pool.
   *
   * @return the audience for token exchanges
   */
  public String trust(String pool, String provider, String issuer, PublicKey key) {
    return locked(() -> tokenApi.trust(pool, provider, issuer, key));
  }

  /** Lets the metadata server issue tokens of this account. */
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
