package io.windlass.provision;

import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.GrantRecord.State;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.store.AccessAdmin;
import io.windlass.store.Credential;
import io.windlass.store.DriverException;
import io.windlass.store.Issued;
import io.windlass.store.IssuedKey;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access as both specs ask for it: granting the same again gives the same live credential, revoking
 * ends it, and rotation is only ever done on purpose.
 *
 * <p>The record is written before the principal is made and removed after it is gone.
 */
public final class Grants {
  private static final Logger log = LoggerFactory.getLogger(Grants.class);

  /** In which servers say when a record was written. */
  private static final Duration CLOCK_UNIT = Duration.ofSeconds(1);

  private final ConfiguredBackends backends;
  private final Buckets buckets;
  private final CallsInFlight inFlight;
  private final CredentialSeal seal;
  private final InstantSource clock;

  public Grants(
      ConfiguredBackends backends,
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
   * Grants access, or finds the credential that an identical call was given. It works when this
   * returns, or {@link io.windlass.store.Timing#grantEffectiveAfter} later, of which the log tells.
   *
   * @throws DriverException.AlreadyExists when the account has access to something else
   * @throws DriverException.InvalidArgument when the backend cannot enforce what is asked for
   * @throws DriverException.OutOfRange when one access cannot have several buckets there
   * @throws DriverException.NotFound when a bucket is not there
   */
  public Granted grant(GrantRequest request) {
    ConfiguredBackend configured = configured(request.account());
    AccessAdmin access = configured.backend().access();
    requireOneBackend(request);
    Principal principal = request.principal(clock.instant());
    access.check(principal);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + request.account())) {
      Optional<Entry<GrantRecord>> found = find(configured, request.account());
      Credential credential =
          found.isEmpty()
              ? grantNew(configured, request, principal)
              : grantAgain(configured, request, principal, found.get());
      return new Granted(
          request.account(),
          credential,
          request.buckets().stream()
              .map(asked -> asked.bucket())
              .map(id -> new ProvisionedBucket(id, configured.backend().locate(id.bucket())))
              .toList());
    }
  }

  private Credential grantNew(
      ConfiguredBackend configured, GrantRequest request, Principal principal) {
    request.buckets().forEach(asked -> buckets.requireUsable(asked.bucket()));
    GrantRecord intent = intent(configured, request.fingerprint(), principal);
    return make(
        configured, configured.registry().claimNew(RecordKind.GRANTS, principal.account(), intent));
  }

  private Credential grantAgain(
      ConfiguredBackend configured,
      GrantRequest request,
      Principal principal,
      Entry<GrantRecord> found) {
    GrantRecord record = found.value();
    Fingerprint asked = request.fingerprint();
    if (record.state() == State.REVOKING || record.state() == State.REVOKED) {
      Lease<GrantRecord> lease = configured.registry().claim(found, record);
      lease.step();
      revoke(configured, record);
      request.buckets().forEach(bucket -> buckets.requireUsable(bucket.bucket()));
      lease.record(intent(configured, asked, principal));
      return make(configured, lease);
    }
    Optional<String> difference = record.request().difference(asked);
    if (difference.isPresent()) {
      throw new DriverException.AlreadyExists(
          "access %s is granted and differs: %s".formatted(request.account(), difference.get()),
          null);
    }
    requireNotExpired(request.account(), record);
    boolean ready = record.state() == State.READY && found.claim().isEmpty();
    if (ready && isLive(configured, record)) {
      return credential(configured, record);
    }
    // One that was handed out, and is lost, stays READY: nobody must take it for never finished.
    return make(configured, configured.registry().claim(found, record));
  }

  private void requireNotExpired(AccountId account, GrantRecord record) {
    record
        .principal()
        .expiry()
        .filter(expiry -> !clock.instant().isBefore(expiry))
        .ifPresent(expiry -> {
          throw new DriverException.PermissionDenied(
              "access %s expired at %s: ask for a new one".formatted(account, expiry), null);
        });
  }

  private static GrantRecord intent(
      ConfiguredBackend configured, Fingerprint asked, Principal principal) {
    KeyGeneration first = configured.backend().access().generation(1);
    return new GrantRecord(State.GRANTING, asked, principal, List.of(KeyRecord.toMake(first)));
  }

  /**
   * Makes the newest key unless it lives, and says so. A final failure leaves the others as they
   * were, and no access that nobody was told of.
   */
  private Credential make(ConfiguredBackend configured, Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    try {
      if (record.state() == State.READY && isLive(configured, record)) {
        lease.complete(record);
        return credential(configured, record);
      }
      Made made = makeNewest(configured, lease);
      lease.complete(made.record);
      tellWhenItWorks(configured, record);
      return made.credential;
    } catch (RuntimeException e) {
      String what =
          "%s %s/%s"
              .formatted(
                  record.state() == State.ROTATING ? "a new key of access" : "access",
                  configured.backend().name(),
                  record.principal().account());
      throw Undoing.after(e, what, () -> undo(configured, lease));
    }
  }

  /** A key that works too late harms nobody: whoever has it tries again. */
  private static void tellWhenItWorks(ConfiguredBackend configured, GrantRecord record) {
    Duration after = configured.backend().timing().grantEffectiveAfter();
    if (after.isPositive()) {
      log.info(
          "access {}/{} has a new key, which the server may refuse for the first {} s",
          configured.backend().name(),
          record.principal().account(),
          after.toSeconds());
    }
  }

  private static boolean isLive(ConfiguredBackend configured, GrantRecord record) {
    return configured.backend().access().isLive(record.principal(), record.newest().issued());
  }

  /** A key, and what is to be recorded of it. */
  private record Made(Credential credential, GrantRecord record) {}

  private Made makeNewest(ConfiguredBackend configured, Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    lease.step();
    Issued issued =
        configured
            .backend()
            .access()
            .grant(
                record.principal(),
                record.newest().generation(),
                GrantRecord.issued(record.older()));
    return new Made(issued.credential(), keeping(configured, record, issued).in(State.READY));
  }

  private static void revoke(ConfiguredBackend configured, GrantRecord record) {
    configured.backend().access().revoke(record.principal(), GrantRecord.issued(record.keys()));
  }

  /** Ends that of which nobody was told: the access, or just a later key of it. */
  private static void undo(ConfiguredBackend configured, Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    switch (record.state()) {
      case READY -> lease.complete(record);
      case ROTATING -> {
        lease.step();
        List<IssuedKey> others = GrantRecord.issued(record.older());
        configured.backend().access().retire(record.principal(), record.newest().issued(), others);
        lease.complete(record.withKeys(record.older()).in(State.READY));
      }
      case GRANTING, REVOKING, REVOKED -> {
        lease.step();
        revoke(configured, record);
        lease.remove();
      }
    }
  }

  /** Access of which no caller was ever told, and such as is being taken away. */
  public Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return RecordKind.GRANTS;
      }

      @Override
      public boolean undo(ConfiguredBackend configured, String account, Untouched since) {
        AccountId id = new AccountId(configured.backend().name(), account);
        try (CallsInFlight.Entered _ = inFlight.enter("access " + id)) {
          Optional<Entry<GrantRecord>> left =
              find(configured, id).filter(entry -> isLeft(entry, since));
          left.ifPresent(
              entry -> Grants.undo(configured, configured.registry().claim(entry, entry.value())));
          return left.isPresent();
        }
      }
    };
  }

  private static boolean isLeft(Entry<GrantRecord> entry, Untouched since) {
    return switch (entry.value().state()) {
      case GRANTING -> since.isLeftMaking(entry.age());
      case READY, ROTATING -> false;
      case REVOKING, REVOKED -> since.isLeftRemoving(entry.age());
    };
  }

  /**
   * Takes all access of an account away; no error if there is none. When this returns its keys have
   * stopped working, also where the server needs a while for that.
   *
   * @throws DriverException.Aborted when it is taken away, and the server may still accept its
   *     keys: says for how long
   */
  public void revoke(AccountId account) {
    ConfiguredBackend configured = configured(account);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      find(configured, account)
          .ifPresent(found -> {
            if (found.value().state() == State.REVOKED) {
              forget(configured, account, found);
            } else {
              revoke(configured, account, found);
            }
          });
    }
  }

  private static void revoke(
      ConfiguredBackend configured, AccountId account, Entry<GrantRecord> found) {
    GrantRecord record = found.value();
    Lease<GrantRecord> lease = configured.registry().claim(found, record.in(State.REVOKING));
    lease.step();
    revoke(configured, record);
    Duration wait = configured.backend().timing().revokeEffectiveAfter();
    if (wait.isZero()) {
      lease.remove();
    } else {
      lease.complete(record.in(State.REVOKED));
      throw stillAccepted(account, wait);
    }
  }

  /** Whoever is told OK counts on it that no key works, so the record stays until none does. */
  private static void forget(
      ConfiguredBackend configured, AccountId account, Entry<GrantRecord> revoked) {
    Duration wait = configured.backend().timing().revokeEffectiveAfter().plus(CLOCK_UNIT);
    Duration left = wait.minus(revoked.age());
    if (left.isPositive()) {
      throw stillAccepted(account, left);
    }
    configured.registry().claim(revoked, revoked.value()).remove();
  }

  private static DriverException.Aborted stillAccepted(AccountId account, Duration left) {
    return new DriverException.Aborted(
        "access %s is taken away, and the server may accept its keys for another %d s: call again"
                .formatted(account, left.plusMillis(999).toSeconds())
            + " then");
  }

  /**
   * Gives the account a new key beside those it has; all work until {@link #retireOldKeys}. From
   * now on {@link #grant} answers with the new one. Where an earlier call was cut off, that is
   * finished, and no further key is made.
   *
   * @throws DriverException.NotFound when the account has no access
   * @throws DriverException.PermissionDenied when its access has expired
   * @throws DriverException.Aborted when another call is changing it
   */
  public Credential rotate(AccountId account) {
    ConfiguredBackend configured = configured(account);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(configured, account);
      GrantRecord record = found.value();
      requireNotExpired(account, record);
      GrantRecord intent = record.state() == State.ROTATING ? record : rotating(configured, record);
      return make(configured, configured.registry().claim(found, intent));
    }
  }

  private static GrantRecord rotating(ConfiguredBackend configured, GrantRecord record) {
    int number = record.newest().generation().number() + 1;
    List<KeyRecord> keys = new ArrayList<>(record.keys());
    keys.add(KeyRecord.toMake(configured.backend().access().generation(number)));
    return record.withKeys(keys).in(State.ROTATING);
  }

  /**
   * Ends all keys of an account but the newest, which is made first if it is not there. No error if
   * there is but one. They stop working {@link io.windlass.store.Timing#revokeEffectiveAfter} later
   * at most.
   *
   * @throws DriverException.NotFound when the account has no access
   * @throws DriverException.Aborted when another call is changing it
   */
  public void retireOldKeys(AccountId account) {
    ConfiguredBackend configured = configured(account);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(configured, account);
      GrantRecord record = found.value();
      Lease<GrantRecord> lease = configured.registry().claim(found, record);
      if (record.state() != State.READY || !isLive(configured, record)) {
        lease.record(makeNewest(configured, lease).record);
      }
      GrantRecord ready = lease.value();
      for (KeyRecord old : ready.older()) {
        List<IssuedKey> others = new ArrayList<>(GrantRecord.issued(ready.keys()));
        others.remove(old.issued());
        lease.step();
        configured.backend().access().retire(ready.principal(), old.issued(), others);
      }
      lease.complete(ready.withKeys(List.of(ready.newest())));
    }
  }

  /** One of which somebody was told, and that is not being taken away. */
  private static Entry<GrantRecord> requireGranted(
      ConfiguredBackend configured, AccountId account) {
    return find(configured, account)
        .filter(entry ->
            switch (entry.value().state()) {
              case READY, ROTATING -> true;
              case GRANTING, REVOKING, REVOKED -> false;
            })
        .orElseThrow(
            () -> new DriverException.NotFound("there is no access %s".formatted(account), null));
  }

  /** The record with its newest key, sealed where the backend shows it only once. */
  private GrantRecord keeping(ConfiguredBackend configured, GrantRecord record, Issued issued) {
    Optional<String> sealed =
        configured.backend().access().derivesKeys()
            ? Optional.empty()
            : Optional.of(seal.seal(issued.credential(), context(configured, record)));
    List<KeyRecord> keys = new ArrayList<>(record.older());
    keys.add(new KeyRecord(record.newest().generation(), Optional.of(issued.handle()), sealed));
    return record.withKeys(keys);
  }

  private static String context(ConfiguredBackend configured, GrantRecord record) {
    return configured.backend().name() + "/" + record.principal().account();
  }

  private Credential credential(ConfiguredBackend configured, GrantRecord record) {
    KeyRecord key = record.newest();
    return key.sealed()
        .map(sealed -> seal.open(sealed, context(configured, record)))
        .orElseGet(
            () -> configured.backend().access().derive(record.principal(), key.generation()));
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
          "parameter backend is '%s' and the buckets are on '%s'"
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

  private ConfiguredBackend configured(AccountId account) {
    return backends
        .find(account.backend())
        .orElseThrow(() ->
            new DriverException.NotFound(
                "no backend '%s' is configured".formatted(account.backend()), null));
  }

  private static Optional<Entry<GrantRecord>> find(
      ConfiguredBackend configured, AccountId account) {
    return configured.registry().find(RecordKind.GRANTS, account.account());
  }
}
