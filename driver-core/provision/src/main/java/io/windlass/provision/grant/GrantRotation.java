package io.windlass.provision.grant;

import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.GrantRecord.State;
import io.windlass.registry.Lease;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Rotates the keys of access that was granted, in two calls. Between the calls, the old and the new
 * key work.
 */
public final class GrantRotation {
  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final CredentialSeal seal;
  private final InstantSource clock;

  public GrantRotation(
      OpenBackends backends, CallsInFlight inFlight, CredentialSeal seal, InstantSource clock) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.seal = seal;
    this.clock = clock;
  }

  /**
   * Gives the account a new key beside those that it has. All of them work until {@link
   * #retireOldKeys}. From now on {@link Grants#grant} returns the new one. Until {@link
   * #retireOldKeys}, calling again returns the same new key: an earlier call may have been cut off,
   * or its answer may have been lost.
   *
   * @throws DriverException.NotFound when the account has no access
   * @throws DriverException.PermissionDenied when its access has expired
   * @throws DriverException.InvalidArgument when a service account has the access
   * @throws DriverException.Aborted when another call is changing it
   */
  public Credential rotate(AccountId account) {
    GrantKeys keys = GrantKeys.of(backends, account, seal);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(keys, account);
      GrantRecord record = found.value();
      GrantKeys.requireNotExpired(account, record, clock.instant());
      if (record.principal().serviceAccount().isPresent()) {
        throw new DriverException.InvalidArgument(
            "access %s is a service account's, which has no key to rotate".formatted(account));
      }
      boolean rotated = record.state() == State.READY && !record.older().isEmpty();
      if (rotated && found.claim().isEmpty() && keys.isThere(found)) {
        return keys.credential(record);
      }
      GrantRecord intent = record.older().isEmpty() ? rotating(keys, record) : record;
      return keys.make(keys.claim(found, intent));
    }
  }

  private static GrantRecord rotating(GrantKeys keys, GrantRecord record) {
    List<KeyRecord> all = new ArrayList<>(record.keys());
    all.add(keys.toMake(record.newest().generation().number() + 1));
    return record.withKeys(all).in(State.ROTATING);
  }

  /**
   * Ends all keys of an account but the newest, which is created first if it does not exist. No
   * error if there is only one key. The ended keys stop working at most {@link
   * io.windlass.backend.Timing#untriedEffectiveAfter} later.
   *
   * @throws DriverException.NotFound when the account has no access
   * @throws DriverException.FailedPrecondition when the newest key was replaced, and nobody has the
   *     credential that would be made in its place
   * @throws DriverException.Aborted when another call is changing it
   */
  public void retireOldKeys(AccountId account) {
    GrantKeys keys = GrantKeys.of(backends, account, seal);
    try (CallsInFlight.Entered _ = inFlight.enter("access " + account)) {
      Entry<GrantRecord> found = requireGranted(keys, account);
      GrantRecord record = found.value();
      keys.requireHandedOut(account, record);
      boolean made = record.state() == State.READY && keys.isThere(found);
      Lease<GrantRecord> lease = keys.claim(found, record);
      if (!made) {
        lease.record(keys.makeNewest(lease).record());
      }
      GrantRecord ready = lease.value();
      ready.older().forEach(old -> keys.retire(lease, old));
      lease.complete(ready.withKeys(List.of(ready.newest())));
    }
  }

  /**
   * Returns the record of an account's access, if a caller was told of the access and it is not
   * being revoked.
   */
  private static Entry<GrantRecord> requireGranted(GrantKeys keys, AccountId account) {
    return keys.find(account)
        .filter(entry ->
            switch (entry.value().state()) {
              case READY, ROTATING -> true;
              case GRANTING, SETTLING, REVOKING, REVOKED -> false;
            })
        .orElseThrow(
            () -> new DriverException.NotFound("there is no access %s".formatted(account), null));
  }
}
