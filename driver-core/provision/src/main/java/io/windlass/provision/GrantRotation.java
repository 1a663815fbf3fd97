package io.windlass.provision;

import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.GrantRecord.State;
import io.windlass.registry.Lease;
import io.windlass.store.Credential;
import io.windlass.store.DriverException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Gives access that was granted another key, in two calls: both keys work between them. */
public final class GrantRotation {
  private final ConfiguredBackends backends;
  private final CallsInFlight inFlight;
  private final CredentialSeal seal;
  private final InstantSource clock;

  public GrantRotation(
      ConfiguredBackends backends,
      CallsInFlight inFlight,
      CredentialSeal seal,
      InstantSource clock) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.seal = seal;
    this.clock = clock;
  }

  /**
   * Gives the account a new key beside those it has; all work until {@link #retireOldKeys}. From
   * now on {@link Grants#grant} answers with the new one. Where an earlier call was cut off, that
   * is finished, and no further key is made.
   *
   * @throws DriverException.NotFound when the account has no access
   * @throws DriverException.PermissionDenied when its access has expired
   * @throws DriverException.Aborted when another call is changing it
   */
  public Credential rotate(AccountId account) {
    GrantKeys keys = GrantKeys.of(backends, account, seal);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(keys, account);
      GrantRecord record = found.value();
      GrantKeys.requireNotExpired(account, record, clock.instant());
      GrantRecord intent = record.state() == State.ROTATING ? record : rotating(keys, record);
      return keys.make(keys.claim(found, intent));
    }
  }

  private static GrantRecord rotating(GrantKeys keys, GrantRecord record) {
    List<KeyRecord> all = new ArrayList<>(record.keys());
    all.add(keys.toMake(record.newest().generation().number() + 1));
    return record.withKeys(all).in(State.ROTATING);
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
    GrantKeys keys = GrantKeys.of(backends, account, seal);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(keys, account);
      GrantRecord record = found.value();
      Lease<GrantRecord> lease = keys.claim(found, record);
      if (record.state() != State.READY || !keys.isLive(record)) {
        lease.record(keys.makeNewest(lease).record());
      }
      GrantRecord ready = lease.value();
      ready.older().forEach(old -> keys.retire(lease, old));
      lease.complete(ready.withKeys(List.of(ready.newest())));
    }
  }

  /** One of which somebody was told, and that is not being taken away. */
  private static Entry<GrantRecord> requireGranted(GrantKeys keys, AccountId account) {
    return keys.find(account)
        .filter(entry ->
            switch (entry.value().state()) {
              case READY, ROTATING -> true;
              case GRANTING, REVOKING, REVOKED -> false;
            })
        .orElseThrow(
            () -> new DriverException.NotFound("there is no access %s".formatted(account), null));
  }
}
