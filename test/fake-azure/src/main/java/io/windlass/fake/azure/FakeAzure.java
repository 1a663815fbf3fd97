package io.windlass.fake.azure;

import io.windlass.secret.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A FAKE of Azure Storage, in memory: the blob and the DFS endpoint, the token endpoint and the few
 * requests to ARM that the driver makes. It enforces rules that Azurite does not enforce, and shows
 * only that a client follows them. It refuses unknown requests with 501.
 *
 * <p>It differs from the service also in this: it returns the names of metadata in lower case,
 * copies are synchronous, and nothing is slow unless a test asks for it.
 */
public final class FakeAzure implements AutoCloseable {
  private static final String MANAGED = "/resourceGroups/fake/providers/Microsoft.ManagedIdentity";
  private static final String ACCOUNTS =
      "/subscriptions/fake/resourceGroups/fake/providers/Microsoft.Storage/storageAccounts/";

  private static final String OLDEST = "2019-02-02";

  /** Those after the oldest, up to the newest that the SDK of these tests has. */
  private static final Set<String> VERSIONS =
      Set.of(
          "2019-07-07",
          "2019-12-12",
          "2020-02-10",
          "2020-04-08",
          "2020-06-12",
          "2020-08-04",
          "2020-10-02",
          "2020-12-06",
          "2021-02-12",
          "2021-04-10",
          "2021-06-08",
          "2021-08-06",
          "2021-10-04",
          "2021-12-02",
          "2022-11-02",
          "2023-01-03",
          "2023-05-03",
          "2023-08-03",
          "2023-11-03",
          "2024-02-04",
          "2024-05-04",
          "2024-08-04",
          "2024-11-04",
          "2025-01-05",
          "2025-05-05",
          "2025-07-05",
          "2025-11-05",
          "2026-02-06",
          "2026-04-06",
          "2026-06-06",
          "2026-10-06");

  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
  private final AtomicReference<Runnable> leasing = new AtomicReference<>(() -> {});
  private final AtomicReference<After> after = new AtomicReference<>(After.NOTHING);
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicReference<String> newest = new AtomicReference<>("9999-12-31");
  private final InstantSource time;
  private final Map<String, FakeAccount> accounts = new HashMap<>();
  private final Entra entra = new Entra();
  private final TokenEndpoint tokens = new TokenEndpoint(entra, () -> manager().toString());
  private final Arm arm = new Arm(entra, tokens, this::account);
  private final PathOperations paths = new PathOperations();
  private final StorageOperations operations =
      new StorageOperations(new Authorizer(entra, this::clock), entra, paths, this::account);
  private final HttpEndpoint blobs =
      HttpEndpoint.start(r -> ended(r, answer(begun(r), () -> operations.blobs(r))));
  private final HttpEndpoint directories =
      HttpEndpoint.start(r -> answer(r, () -> operations.directories(r)));
  private final HttpEndpoint authority =
      HttpEndpoint.start(r -> answer(r, () -> tokens.answer(r, now())));
  private final HttpEndpoint manager =
      HttpEndpoint.start(r -> answer(r, () -> arm.answer(r, now())));

  /** Work to do once, after a PUT whose query has this parameter. */
  private record After(String name, String value, Runnable work) {
    static final After NOTHING = new After("", "", () -> {});

    boolean follows(Request request) {
      return request.method().equals("PUT") && value.equals(request.query().get(name));
    }
  }

  /** Starts one with the system's clock. */
  public FakeAzure() {
    this(InstantSource.system());
  }

  /** Starts one with this clock; the dates of signed requests are compared with real time. */
  public FakeAzure(InstantSource time) {
    this.time = time;
  }

  /** Returns the beginning of each message of the fake. */
  static String says(String page) {
    return "FAKE Azure (rules from " + page + "): ";
  }

  /** Returns the scope of roles: a container, or the whole account if the name is empty. */
  public static String scope(String account, String container) {
    return ACCOUNTS
        + account
        + (container.isEmpty() ? "" : "/blobServices/default/containers/" + container);
  }

  /** Creates a storage account. */
  public FakeAccount add(String name, AccountSettings settings) {
    return locked(() -> {
      FakeAccount account =
          new FakeAccount(name, settings, this::now, blobs.uri(), directories.uri());
      accounts.put(name, account);
      return account;
    });
  }

  private FakeAccount account(String name) {
    return Optional.ofNullable(accounts.get(name))
        .orElseThrow(() -> Fault.of(404, "ResourceNotFound", "common-rest-api-error-codes"));
  }

  private Instant now() {
    return time.instant().plus(passed.get());
  }

  /**
   * Lets time pass for the service; the dates of signed requests are still compared with real time.
   */
  public void pass(Duration time) {
    Duration _ = passed.updateAndGet(time::plus);
  }

  /** Sets how far the service's clock for the dates of signed requests is ahead. */
  public void setAhead(Duration time) {
    ahead.set(time);
  }

  private Instant clock() {
    return Instant.now().plus(ahead.get());
  }

  /**
   * Runs this before each request for a lease. If it throws, the connection ends without an answer.
   */
  public void beforeLeases(Runnable what) {
    leasing.set(what);
  }

  /**
   * Runs this once, after the next PUT of a blob whose query has this was carried out and before it
   * is answered. If it throws, the connection ends without an answer.
   */
  public void after(String name, String value, Runnable work) {
    after.set(new After(name, value, work));
  }

  /** Sets how many paths one request deletes in a directory. */
  public void deleteAtMost(int most) {
    paths.setMostDeleted(most);
  }

  /** Sets how long role assignments, and their removals, take to become effective. */
  public void propagateFor(Duration time) {
    arm.setPropagation(time);
  }

  /** Sets the limit of role assignments; the default is 4000. */
  public void assignAtMost(int most) {
    arm.setMostAssignments(most);
  }

  /** Base URL of the token endpoint: {@code <tenant>/oauth2/v2.0/token}. */
  public URI authority() {
    return authority.uri();
  }

  /** Base URL of Azure Resource Manager. */
  public URI manager() {
    return manager.uri();
  }

  /** Creates an application that may make all requests to ARM, and read no data. */
  public FakeIdentity administrator() {
    return locked(() -> {
      FakeIdentity made = application();
      entra.administrates(made.principalId());
      return made;
    });
  }

  private FakeIdentity application() {
    return add("", Optional.of(Secret.of(UUID.randomUUID().toString())), Optional.empty());
  }

  /**
   * Creates an application that has for an account, and for all identities, what OPERATIONS tells
   * the account's owner to give to the driver.
   */
  public FakeIdentity driver(String account) {
    return locked(() -> {
      DocumentedRoles documented = DocumentedRoles.read();
      FakeIdentity made = documented.administrates() ? administrator() : application();
      documented
          .ofAccount()
          .forEach(role -> entra.permits(made.principalId(), scope(account, ""), role));
      return made;
    });
  }

  /**
   * Creates an application that may make all requests to ARM, and has for an account the built-in
   * role to change data.
   */
  public FakeIdentity contributor(String account) {
    return locked(() -> {
      FakeIdentity made = administrator();
      contributes(made, account);
      return made;
    });
  }

  private void contributes(FakeIdentity identity, String account) {
    entra.permits(identity.principalId(), scope(account, ""), Role.BuiltIn.CONTRIBUTOR.role());
  }

  /** Creates a managed identity that may change the data of an account, for a service account. */
  public FakeIdentity managedContributor(
      String name, String account, FakeIssuer issuer, String subject) {
    return locked(() -> {
      FakeIdentity made = managedIdentity(name);
      contributes(made, account);
      tokens.federate(made.clientId(), issuer.url(), subject);
      return made;
    });
  }

  /** Lets a subject act as an identity, as an administrator would. */
  public void federate(FakeIdentity identity, FakeIssuer issuer, String subject) {
    locked(() -> {
      tokens.federate(identity.clientId(), issuer.url(), subject);
      return true;
    });
  }

  /** Removes the rights of all administrators. */
  public void demote() {
    locked(() -> {
      entra.demote();
      return true;
    });
  }

  /** Sets how many more requests ARM answers; then it refuses all. */
  public void manageAtMost(int requests) {
    arm.setMostRequests(requests);
  }

  /** Returns the number of role assignments and federated credentials. */
  public int managed() {
    return locked(() -> arm.assignments() + tokens.federations());
  }

  /** From now on, the service knows no later version than this, as Azure Stack Hub does. */
  public void knowsUpTo(String version) {
    newest.set(version);
  }

  /** Returns how many requests of all kinds there were. */
  public int requests() {
    return requests.get();
  }

  /** Creates a user-assigned managed identity. */
  public FakeIdentity managedIdentity(String name) {
    return managedIdentity(name, Optional.empty());
  }

  /** The same with the tag that says in which namespace its service account is. */
  public FakeIdentity managedIdentity(String name, String namespace) {
    return managedIdentity(name, Optional.of(namespace));
  }

  private FakeIdentity managedIdentity(String name, Optional<String> namespace) {
    return locked(() -> {
      FakeIdentity made =
          add(
              "/subscriptions/fake" + MANAGED + "/userAssignedIdentities/" + name,
              Optional.empty(),
              namespace);
      arm.add(made);
      return made;
    });
  }

  private FakeIdentity add(String resource, Optional<Secret> secret, Optional<String> namespace) {
    FakeIdentity made =
        new FakeIdentity(
            UUID.randomUUID().toString(), entra.principal(), resource, secret, namespace);
    tokens.add(made.clientId(), made.principalId(), secret.map(Secret::reveal));
    return made;
  }

  /** Accepts tokens of this issuer from now on. */
  public void trust(FakeIssuer issuer) {
    locked(() -> {
      tokens.trust(issuer.url(), issuer.key());
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

  private Request begun(Request request) {
    if ("lease".equals(request.query().get("comp"))) {
      leasing.get().run();
    }
    return request;
  }

  private Answer ended(Request request, Answer answer) {
    After then = after.get();
    if (then.follows(request) && after.compareAndSet(then, After.NOTHING)) {
      then.work.run();
    }
    return answer;
  }

  private Answer answer(Request request, Supplier<Answer> work) {
    int _ = requests.incrementAndGet();
    Answer answer;
    try {
      requireKnown(request);
      answer = locked(work);
    } catch (Fault fault) {
      answer = refused(request, fault);
    }
    String version = request.header("x-ms-version").orElse("");
    return answer
        .with("Date", Times.http(now()))
        .with(version.isEmpty() ? Map.of() : Map.of("x-ms-version", version));
  }

  /** "versioning-for-the-azure-storage-services": which header is wrong is in the body alone. */
  private void requireKnown(Request request) {
    for (String asked : List.of(request.header("x-ms-version").orElse(""), request.asked("sv"))) {
      boolean none = asked.compareTo(OLDEST) > 0 && !VERSIONS.contains(asked);
      if (none || asked.compareTo(newest.get()) > 0) {
        throw Fault.of(400, "InvalidHeaderValue", "versioning-for-the-azure-storage-services");
      }
    }
  }

  /** Returns an error: in XML for the blob endpoint, in JSON for the others. */
  private static Answer refused(Request request, Fault fault) {
    String message = String.valueOf(fault.getMessage());
    boolean xml = request.headers().containsKey("x-ms-version");
    String body =
        xml
            ? "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error>%s%s</Error>"
                .formatted(Xml.element("Code", fault.code()), Xml.element("Message", message))
            : "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}"
                .formatted(fault.code(), message.replace("\"", "'"));
    return Answer.text(fault.status(), xml ? "application/xml" : "application/json", body)
        .with("x-ms-error-code", fault.code())
        .with(fault.headers());
  }

  @Override
  public void close() {
    blobs.close();
    directories.close();
    authority.close();
    manager.close();
  }
}
