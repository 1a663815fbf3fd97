package io.windlass.provision.grant;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Undoing;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.GrantRecord.State;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys of the access on one backend: creates them, ends them, and returns their credentials again.
 */
final class GrantKeys {
  private static final Logger log = LoggerFactory.getLogger(GrantKeys.class);

  private final OpenBackend configured;
  private final AccessAdmin access;
  private final CredentialSeal seal;

  GrantKeys(OpenBackend configured, CredentialSeal seal) {
    this.configured = configured;
    this.access = configured.backend().access();
    this.seal = seal;
  }

  /**
   * Returns the keys on the backend of an account.
   *
   * @throws DriverException.NotFound when that backend is not configured
   */
  static GrantKeys of(OpenBackends backends, AccountId account, CredentialSeal seal) {
    return new GrantKeys(backends.require(account.backend()), seal);
  }

  OpenBackend configured() {
    return configured;
  }

  Optional<Entry<GrantRecord>> find(AccountId account) {
    return configured.registry().find(RecordKind.GRANTS, account.account());
  }

  /**
   * Checks that access without a record has none because it was not granted, or was revoked.
   *
   * @throws DriverException.FailedPrecondition when its record may have been lost
   * @throws DriverException.Aborted when it has a record now
   */
  void requireKept(AccountId account) {
    configured
        .registry()
        .requireKept(RecordKind.GRANTS, account.account(), "access " + account, false);
  }

  /** Claims a record, and writes the intent into it. */
  Lease<GrantRecord> claim(Entry<GrantRecord> found, GrantRecord intent) {
    return configured.registry().claim(found, intent);
  }

  /** Claims a record without reading it, if this process wrote it last and it is READY. */
  Optional<Lease<GrantRecord>> claimReady(AccountId account, State next) {
    return configured
        .registry()
        .claimWritten(
            RecordKind.GRANTS,
            account.account(),
            record -> Optional.of(record.in(next)).filter(_ -> record.state() == State.READY));
  }

  /** Returns the record of a key that is about to be created. */
  KeyRecord toMake(int number) {
    return KeyRecord.toMake(access.generation(number));
  }

  static void requireNotExpired(AccountId account, GrantRecord record, Instant now) {
    record
        .principal()
        .expiry()
        .filter(expiry -> !now.isBefore(expiry))
        .ifPresent(expiry -> {
          throw new DriverException.PermissionDenied(
              "access %s expired at %s: ask for a new one".formatted(account, expiry), null);
        });
  }

  /**
   * Returns whether the newest key works.
   *
   * @throws DriverException.FailedPrecondition when somebody has disabled it: then it is neither
   *     enabled again nor replaced
   */
  boolean isLive(GrantRecord record) {
    boolean live = access.isLive(record.principal(), record.newest().issued());
    if (!live) {
      access
          .disabled(record.principal(), record.newest().issued())
          .ifPresent(why -> {
            throw new DriverException.FailedPrecondition(
                ("access %s: %s; for another key, rotate it (windlass rotate), or revoke the access"
                        + " and grant it again")
                    .formatted(context(record), why));
          });
    }
    return live;
  }

  /**
   * Returns whether the newest key is there, and is not to be made again. What a server that
   * applies changes late does not show soon after the record was written may be there nevertheless:
   * so the key itself is asked.
   *
   * @throws DriverException.FailedPrecondition when somebody has disabled it
   * @throws DriverException.Unavailable when the server neither shows nor accepts a key that may
   *     still be too new for that
   */
  boolean isThere(Entry<GrantRecord> found) {
    GrantRecord record = found.value();
    if (isLive(record)) {
      return true;
    }
    Duration left = configured.backend().timing().grantEffectiveAfter().minus(found.age());
    if (isDerived(record.principal()) || !left.isPositive()) {
      return false;
    }
    // Otherwise it is tried next.
    if (record.state() == State.READY
        && !access.isEffective(record.principal(), credential(record))) {
      throw new DriverException.Unavailable(
          "access %s: the server does not know its key, which may be too new for another %d s: call again"
              .formatted(context(record), left.plusMillis(999).toSeconds()),
          null);
    }
    return true;
  }

  /** Throws if the newest key would be made with another credential than was handed out. */
  void requireHandedOut(AccountId account, GrantRecord record) {
    access
        .replaced(record.principal(), record.newest().issued())
        .ifPresent(why -> {
          throw new DriverException.FailedPrecondition(
              "access %s: %s: make a new key for its workload first (windlass rotate, or a repeated grant)"
                  .formatted(account, why));
        });
  }

  /** Returns the credential of the newest key. */
  Credential credential(GrantRecord record) {
    KeyRecord key = record.newest();
    return key.sealed()
        .map(sealed -> open(sealed, record))
        .orElseGet(() -> access.derive(record.principal(), key.generation()));
  }

  private Credential open(String sealed, GrantRecord record) {
    return seal.open(sealed, context(record), configured.backend().protocol());
  }

  /**
   * Creates the newest key unless it works, and records that. Returns its credential. After a final
   * failure, the other keys are as they were, and access that no caller was told of is undone.
   */
  Credential make(Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    try {
      if (record.state() == State.READY && isLive(record)) {
        lease.complete(record);
        return credential(record);
      }
      Made made = makeNewest(lease);
      if (isNew(record) && settling(record).isPositive()) {
        throw unsettled(lease.complete(made.record.in(State.SETTLING)).value(), settling(record));
      }
      if (isNew(record)) {
        requireEffective(lease, made);
      }
      lease.complete(made.record);
      tellWhenItWorks(record);
      return made.credential;
    } catch (RuntimeException e) {
      String what = record.state() == State.ROTATING ? "a new key of access " : "access ";
      throw Undoing.after(e, what + context(record), () -> undo(lease));
    }
  }

  /** Checks that a key which was made now is accepted, and need not be so for some time. */
  private void requireEffective(Lease<GrantRecord> lease, Made made) {
    Duration span = configured.backend().timing().grantSettlesOver();
    boolean effective = access.isEffective(made.record.principal(), made.credential);
    if (!effective) {
      throw ineffective(lease.complete(made.record.in(refused(span))).value(), Duration.ZERO);
    }
    if (span.isPositive()) {
      throw unsettled(lease.complete(made.record.in(State.SETTLING)).value(), span);
    }
  }

  /** Where a key has to be accepted for some time, SETTLING is that time. */
  private static State refused(Duration span) {
    return span.isPositive() ? State.GRANTING : State.SETTLING;
  }

  /** Returns whether no caller was told of the access, and so its first key has to work first. */
  private static boolean isNew(GrantRecord record) {
    return switch (record.state()) {
      case GRANTING, SETTLING, REVOKING, REVOKED -> true;
      case READY, ROTATING -> false;
    };
  }

  /** Returns how long the server may refuse new access of a service account. */
  private Duration settling(GrantRecord record) {
    return record.principal().serviceAccount().isPresent()
        ? configured.backend().timing().serviceAccountsEffectiveAfter()
        : Duration.ZERO;
  }

  /**
   * Finishes to grant access that was made, when it has become effective. A key has to be accepted
   * by each trial of some seconds, which begin anew after one that is refused. If it will never be,
   * the access is undone.
   *
   * @throws DriverException.Unavailable when the server may still refuse it
   */
  void settle(Entry<GrantRecord> made) {
    GrantRecord record = made.value();
    boolean byKey = settling(record).isZero();
    Duration span = byKey ? configured.backend().timing().grantSettlesOver() : settling(record);
    if (byKey && !isEffective(made)) {
      note(made, refused(span));
      throw ineffective(record, made.age());
    }
    if (note(made, State.SETTLING)) {
      throw unsettled(record, span);
    }
    Duration left = span.plus(Grants.CLOCK_UNIT).minus(made.age());
    if (span.isPositive() && left.isPositive()) {
      throw unsettled(record, left);
    }
    Entry<GrantRecord> _ = claim(made, record).complete(record.in(State.READY));
  }

  private boolean isEffective(Entry<GrantRecord> made) {
    GrantRecord record = made.value();
    Credential key = credential(record);
    try {
      return access.isEffective(record.principal(), key);
    } catch (RuntimeException e) {
      throw Undoing.after(e, "access " + context(record), () -> undo(claim(made, record)));
    }
  }

  /** Records another state, whose time begins then; returns whether it is another. */
  private boolean note(Entry<GrantRecord> found, State state) {
    GrantRecord record = found.value();
    boolean other = record.state() != state;
    if (other) {
      Entry<GrantRecord> _ = claim(found, record).complete(record.in(state));
    }
    return other;
  }

  private DriverException.Unavailable ineffective(GrantRecord granted, Duration since) {
    return new DriverException.Unavailable(
        ("access %s is granted, but the server refuses its key, for %d s now: call again. This may"
                + " take %d s")
            .formatted(
                context(granted),
                since.toSeconds(),
                configured.backend().timing().grantEffectiveAfter().toSeconds()),
        null);
  }

  private DriverException.Unavailable unsettled(GrantRecord granted, Duration left) {
    return new DriverException.Unavailable(
        "access %s is granted, but the server may refuse it for another %d s: call again then"
            .formatted(context(granted), left.plusMillis(999).toSeconds()),
        null);
  }

  /**
   * Logs for how long the server may refuse a new key. The caller need not wait for that: users of
   * the key try again.
   */
  private void tellWhenItWorks(GrantRecord record) {
    Duration after = configured.backend().timing().grantEffectiveAfter();
    if (after.isPositive()) {
      log.info(
          "access {} has a new key, which the server may refuse for the first {} s",
          context(record),
          after.toSeconds());
    }
  }

  /** Credential of a new key, and the record that is to be written with that key. */
  record Made(Credential credential, GrantRecord record) {}

  Made makeNewest(Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    lease.step();
    Issued issued = granted(record);
    return new Made(issued.credential(), keeping(record, issued).in(State.READY));
  }

  private Issued granted(GrantRecord record) {
    try {
      return access.grant(
          record.principal(), record.newest().generation(), GrantRecord.issued(record.older()));
    } catch (DriverException.Unsupported e) {
      // What was asked for is offered, as was checked before: it is another server, or not that
      // one.
      throw new DriverException.FailedPrecondition(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the record with its newest key. The credential is sealed in it if the backend shows it
   * only once.
   */
  private GrantRecord keeping(GrantRecord record, Issued issued) {
    Optional<String> sealed =
        isDerived(record.principal())
            ? Optional.empty()
            : Optional.of(seal.seal(issued.credential(), context(record)));
    List<KeyRecord> keys = new ArrayList<>(record.older());
    keys.add(new KeyRecord(record.newest().generation(), Optional.of(issued.handle()), sealed));
    return record.withKeys(keys);
  }

  private boolean isDerived(Principal principal) {
    return principal.serviceAccount().isPresent()
        || (principal.signing().isEmpty() && access.derivesKeys());
  }

  private String context(GrantRecord record) {
    return configured.backend().name() + "/" + record.principal().account();
  }

  /** Ends one key. */
  void retire(Lease<GrantRecord> lease, KeyRecord key) {
    GrantRecord record = lease.value();
    List<IssuedKey> others = new ArrayList<>(GrantRecord.issued(record.keys()));
    others.remove(key.issued());
    lease.step();
    access.retire(record.principal(), key.issued(), others);
  }

  /**
   * Ends all keys, and so the access. Where the server ends them late, the keys that are known are
   * tried.
   *
   * @throws DriverException.Aborted while one of them works
   */
  void revoke(Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    lease.step();
    access.revoke(record.principal(), GrantRecord.issued(record.keys()), handedOut(record));
  }

  /**
   * Returns the credentials that workloads may have, as far as they are known: a key of the
   * driver's that was lost does not keep access from being revoked.
   */
  private List<Credential> handedOut(GrantRecord record) {
    List<Credential> known = new ArrayList<>();
    if (record.principal().serviceAccount().isPresent()) {
      return known;
    }
    for (KeyRecord key : record.keys()) {
      try {
        if (key.sealed().isPresent()) {
          known.add(open(key.sealed().get(), record));
        } else if (isDerived(record.principal())) {
          known.add(access.derive(record.principal(), key.generation()));
        }
      } catch (RuntimeException e) {
        log.warn("a key of access {} is revoked and cannot be tried", context(record), e);
      }
    }
    return known;
  }

  /** Ends what no caller was told of: the whole access, or only its newest key. */
  void undo(Lease<GrantRecord> lease) {
    GrantRecord record = lease.value();
    switch (record.state()) {
      case READY -> lease.complete(record);
      case ROTATING -> {
        retire(lease, record.newest());
        lease.complete(record.withKeys(record.older()).in(State.READY));
      }
      case GRANTING, SETTLING, REVOKING, REVOKED -> {
        lease.step();
        access.revoke(record.principal(), GrantRecord.issued(record.keys()));
        lease.remove();
      }
    }
  }
}
