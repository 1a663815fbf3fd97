package io.windlass.provision.grant;

import io.windlass.access.Credential;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.provision.BucketId;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.Unfinished;
import io.windlass.provision.Untouched;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.State;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Service that grants and revokes access, for both specs. Repeating a grant returns the same
 * working credential, revoking ends it, and keys are only rotated on purpose, by {@link
 * GrantRotation}.
 *
 * <p>The record is written before the principal is created, and removed after it is gone.
 */
public final class Grants {

  /** Resolution of the time at which, according to the server, a record was written. */
  static final Duration CLOCK_UNIT = Duration.ofSeconds(1);

  private final OpenBackends backends;
  private final Buckets buckets;
  private final CallsInFlight inFlight;
  private final CredentialSeal seal;
  private final InstantSource clock;

  public Grants(
      OpenBackends backends,
      Buckets buckets,
      CallsInFlight inFlight,
      CredentialSeal seal,
      InstantSource clock) {
    this.backends = backends;
    this.buckets = buckets;
    this.inFlight = inFlight;
    this.seal = seal;
    this.clock = clock;
  }

  /**
   * Grants access, or returns the credential that an identical call was given. The credential works
   * when this returns, or {@link io.windlass.backend.Timing#grantEffectiveAfter} later, which the
   * log then says.
   *
   * @throws DriverException.AlreadyExists when the account has access to something else
   * @throws DriverException.InvalidArgument when the backend cannot enforce what is asked for
   * @throws DriverException.OutOfRange when one access cannot have several buckets on the backend,
   *     or a bucket is on another backend
   * @throws DriverException.NotFound when a bucket does not exist
   * @throws DriverException.Unavailable when the access is granted, but the server may still refuse
   *     it; the message says for how long. Only for service accounts
   */
  public Granted grant(GrantRequest request) {
    GrantKeys keys = keys(request.account());
    requireOneBackend(request);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + request.account())) {
      return grant(keys, request);
    }
  }

  /**
   * Grants access as {@link #grant} does, to an account that most likely has none: so the record is
   * claimed before any is read. The caller knows that the buckets exist, and keeps them from being
   * deleted.
   */
  public Granted grantFirst(GrantRequest request) {
    GrantKeys keys = keys(request.account());
    requireOneBackend(request);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + request.account())) {
      Principal principal = request.principal(clock.instant());
      requireOffered(keys.configured().backend(), principal);
      keys.configured().backend().access().check(principal);
      GrantRecord intent = intent(keys, request.fingerprint(), principal);
      return keys.configured()
          .registry()
          .claimAbsent(RecordKind.GRANTS, principal.account(), intent)
          .map(lease -> granted(keys, request, keys.make(lease)))
          .orElseGet(() -> grant(keys, request));
    }
  }

  /**
   * Returns what an earlier {@link #grant} answered. It makes no key, so whoever has been revoked
   * meanwhile gets none.
   *
   * @throws DriverException.NotFound when the account has no access, or other access
   * @throws DriverException.Aborted when its access is being made or changed
   */
  public Granted granted(GrantRequest request) {
    GrantKeys keys = keys(request.account());
    GrantRecord record =
        keys.find(request.account())
            .map(Entry::value)
            .filter(known -> known.request().equals(request.fingerprint()))
            .orElseThrow(() -> notGranted(request));
    return switch (record.state()) {
      case READY -> granted(keys, request, keys.credential(record));
      case GRANTING, SETTLING, ROTATING ->
          throw new DriverException.Aborted(
              "access %s is being made or changed".formatted(request.account()));
      case REVOKING, REVOKED -> throw notGranted(request);
    };
  }

  private static DriverException.NotFound notGranted(GrantRequest request) {
    return new DriverException.NotFound(
        "access %s is not granted".formatted(request.account()), null);
  }

  private Granted grant(GrantKeys keys, GrantRequest request) {
    Backend backend = keys.configured().backend();
    Optional<Entry<GrantRecord>> found = keys.find(request.account());
    Principal principal = request.principal(clock.instant());
    requireOffered(backend, principal);
    // What was granted goes on, also if a later version would not grant it.
    if (found.map(Entry::value).filter(record -> isGranted(request, record)).isEmpty()) {
      backend.access().check(principal);
    }
    Credential credential =
        found.isEmpty()
            ? grantNew(keys, request, principal)
            : grantAgain(keys, request, principal, found.get());
    return granted(keys, request, credential);
  }

  private static Granted granted(GrantKeys keys, GrantRequest request, Credential credential) {
    Backend backend = keys.configured().backend();
    return new Granted(
        request.account(),
        credential,
        request.buckets().stream()
            .map(access -> access.bucket())
            .map(id -> new ProvisionedBucket(id, backend.locate(id.bucket())))
            .toList());
  }

  private static boolean isGranted(GrantRequest asked, GrantRecord record) {
    return switch (record.state()) {
      case SETTLING, READY, ROTATING -> record.request().equals(asked.fingerprint());
      case GRANTING, REVOKING, REVOKED -> false;
    };
  }

  private Credential grantNew(GrantKeys keys, GrantRequest request, Principal principal) {
    request.buckets().forEach(asked -> buckets.requireUsable(asked.bucket()));
    return keys.make(
        keys.configured()
            .registry()
            .claimNew(
                RecordKind.GRANTS,
                principal.account(),
                intent(keys, request.fingerprint(), principal)));
  }

  private Credential grantAgain(
      GrantKeys keys, GrantRequest request, Principal principal, Entry<GrantRecord> found) {
    GrantRecord record = found.value();
    Fingerprint asked = request.fingerprint();
    if (record.state() == State.REVOKING || record.state() == State.REVOKED) {
      Lease<GrantRecord> lease = keys.claim(found, record);
      keys.revoke(lease);
      request.buckets().forEach(bucket -> buckets.requireUsable(bucket.bucket()));
      lease.record(intent(keys, asked, principal));
      return keys.make(lease);
    }
    Optional<String> difference = record.request().difference(asked);
    if (difference.isPresent()) {
      throw new DriverException.AlreadyExists(
          "access %s is granted and differs: %s".formatted(request.account(), difference.get()),
          null);
    }
    GrantKeys.requireNotExpired(request.account(), record, clock.instant());
    if (record.isMade() && found.claim().isEmpty() && keys.isThere(found)) {
      if (record.state() != State.READY) {
        keys.settle(found);
      }
      return keys.credential(record);
    }
    // Access that was handed out, and whose key is lost, stays READY, so that it is never undone as
    // unfinished.
    return keys.make(keys.claim(found, record));
  }

  private static GrantRecord intent(GrantKeys keys, Fingerprint asked, Principal principal) {
    return new GrantRecord(State.GRANTING, asked, principal, List.of(keys.toMake(1)));
  }

  /**
   * Returns the unfinished access: that of which no caller was ever told, and that which is being
   * revoked.
   */
  public Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return RecordKind.GRANTS;
      }

      @Override
      public boolean undo(OpenBackend configured, String account, Untouched since) {
        AccountId id = new AccountId(configured.backend().name(), account);
        try (CallsInFlight.Entered _ = inFlight.enter("access " + id)) {
          GrantKeys keys = new GrantKeys(configured, seal);
          Optional<Entry<GrantRecord>> left = keys.find(id).filter(entry -> isLeft(entry, since));
          left.ifPresent(entry -> keys.undo(keys.claim(entry, entry.value())));
          return left.isPresent();
        }
      }
    };
  }

  private static boolean isLeft(Entry<GrantRecord> entry, Untouched since) {
    return switch (entry.value().state()) {
      case GRANTING, SETTLING -> since.isLeftMaking(entry.age());
      case READY, ROTATING -> false;
      case REVOKING, REVOKED -> since.isLeftRemoving(entry.age());
    };
  }

  /**
   * Revokes all access of an account. No error if there is none. When this returns, its keys have
   * stopped working, even if the server needs a while for that.
   *
   * @throws DriverException.Aborted when the access is revoked, but the server may still accept its
   *     keys; the message says for how long
   */
  public void revoke(AccountId account) {
    GrantKeys keys = keys(account);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Optional<Lease<GrantRecord>> written = keys.claimReady(account, State.REVOKING);
      if (written.isPresent()) {
        revoke(keys, account, written.get());
        return;
      }
      Optional<Entry<GrantRecord>> found = keys.find(account);
      if (found.isEmpty()) {
        keys.requireKept(account);
      } else if (found.get().value().state() == State.REVOKED) {
        forget(keys, account, found.get());
      } else {
        revoke(keys, account, keys.claim(found.get(), found.get().value().in(State.REVOKING)));
      }
    }
  }

  private static void revoke(GrantKeys keys, AccountId account, Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    keys.revoke(lease);
    Duration wait = keys.configured().backend().timing().revokeEffectiveAfter(record.principal());
    if (wait.isZero()) {
      lease.remove();
    } else {
      lease.complete(record.in(State.REVOKED));
      throw stillAccepted(account, wait);
    }
  }

  /**
   * Removes the record of revoked access when its keys have stopped working, and not before: a
   * caller that gets no error relies on that. So they are tried once more.
   */
  private static void forget(GrantKeys keys, AccountId account, Entry<GrantRecord> revoked) {
    Duration wait =
        keys.configured().backend().timing().revokeEffectiveAfter(revoked.value().principal());
    Duration left = wait.plus(CLOCK_UNIT).minus(revoked.age());
    if (left.isPositive()) {
      throw stillAccepted(account, left);
    }
    Lease<GrantRecord> lease = keys.claim(revoked, revoked.value());
    keys.revoke(lease);
    lease.remove();
  }

  private static DriverException.Aborted stillAccepted(AccountId account, Duration left) {
    return new DriverException.Aborted(
        "access %s is revoked, but the server may accept its keys for another %d s: call again"
                .formatted(account, left.plusMillis(999).toSeconds())
            + " then");
  }

  private static void requireOffered(Backend backend, Principal principal) {
    Capabilities capabilities = backend.capabilities();
    if (principal.serviceAccount().isPresent()
        && !capabilities.has(Feature.ACCESS_SERVICE_ACCOUNT)) {
      throw new DriverException.InvalidArgument(
          "backend '%s' grants access by keys, and not to service accounts: use KEY"
              .formatted(backend.name()));
    }
    if (principal.signing().isPresent() && !capabilities.has(Feature.ACCESS_USER_DELEGATION)) {
      throw new DriverException.InvalidArgument(
          "parameter signing: backend '%s' has only its usual way to make credentials"
              .formatted(backend.name()));
    }
  }

  private static void requireOneBackend(GrantRequest request) {
    Mistakes mistakes = new Mistakes();
    String backend = request.account().backend();
    Set<BucketId> seen = new HashSet<>();
    for (BucketAccess asked : request.buckets()) {
      if (!seen.add(asked.bucket())) {
        mistakes.add("buckets: %s is named twice".formatted(asked.bucket()));
      }
    }
    if (!request.parameters().backend().orElse(backend).equals(backend)) {
      mistakes.add(
          "parameter backend is '%s', but the buckets are on backend '%s'"
              .formatted(request.parameters().backend().orElse(""), backend));
    }
    mistakes.finish();
    for (BucketId bucket : seen) {
      if (!bucket.backend().equals(backend)) {
        throw new DriverException.OutOfRange(
            "bucket %s is not on backend '%s': one access reaches buckets of one backend"
                .formatted(bucket, backend));
      }
    }
  }

  private GrantKeys keys(AccountId account) {
    return GrantKeys.of(backends, account, seal);
  }
}
