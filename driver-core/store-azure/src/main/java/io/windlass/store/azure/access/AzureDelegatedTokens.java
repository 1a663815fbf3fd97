package io.windlass.store.azure.access;

import com.azure.storage.blob.models.UserDelegationKey;
import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.ServiceVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Access to containers, and to directories where there are any, by tokens that are signed with a
 * temporary key of the driver's identity ("Create a user delegation SAS"). The server stores
 * nothing of them. A token expires after at most 7 days. A single token cannot be revoked; only the
 * account's administrator can revoke all tokens of the storage account together. A token can be
 * bound to a principal, who alone can use it then, with a token of Entra's own.
 */
public final class AzureDelegatedTokens implements AccessAdmin {
  /** Tolerated difference between the clocks of driver and service. */
  static final Duration SKEW = Duration.ofMinutes(5);

  private final AzureClients clients;
  private final Supplier<Optional<AzureIdentity>> identity;
  private final StoreErrors errors;
  private final InstantSource clock;
  private final DelegationKeys lent;
  private final AzureTokenTrial trial;

  /**
   * Creates it.
   *
   * @param identity the driver's, asked for each token
   */
  public AzureDelegatedTokens(
      AzureClients clients,
      Supplier<Optional<AzureIdentity>> identity,
      StoreErrors errors,
      InstantSource clock,
      AzureTokenTrial trial) {
    this.clients = clients;
    this.identity = identity;
    this.errors = errors;
    this.clock = clock;
    this.lent = new DelegationKeys(clients);
    this.trial = trial;
  }

  @Override
  public void check(Principal principal) {
    BucketGrant grant = AzureAccess.only(principal);
    AzureAccess.checkGrant(container(grant), grant);
    Instant latest = clock.instant().plus(DelegationKeys.LONGEST);
    if (principal.expiry().filter(expiry -> !expiry.isAfter(latest)).isEmpty()) {
      throw new DriverException.InvalidArgument(
          "parameter signing=UserDelegation needs parameter expiresAfter, of at most 7 days: Azure"
              + " lends keys for no longer");
    }
    AzureIdentity _ = identity();
    if (principal.delegatedUser().isPresent()) {
      ServiceVersion _ = ofBound();
    }
  }

  private ServiceVersion ofBound() {
    return clients
        .version()
        .ofBoundSignatures()
        .orElseThrow(() ->
            new DriverException.FailedPrecondition(
                ("parameter delegatedUserObjectId: Azure binds tokens to principals from service"
                        + " version 2025-07-05 on, and SERVICE_VERSION of backend %s is %s")
                    .formatted(errors.backend(), clients.version().date())));
  }

  private AzureIdentity identity() {
    return identity
        .get()
        .orElseThrow(() ->
            new DriverException.FailedPrecondition(
                "parameter signing=UserDelegation: backend %s has no identity: put the files"
                        .formatted(errors.backend())
                    + " tenantId, clientId, and clientSecret or federatedToken into its"
                    + " CREDENTIALS"));
  }

  /** Returns a generation that nothing is derived from. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  /** Issues a token; its handle is the time when it expires. */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    Instant from = clock.instant().minus(SKEW).truncatedTo(ChronoUnit.SECONDS);
    Instant until = earlier(principal.expiry().orElseThrow(), from.plus(DelegationKeys.LONGEST));
    BucketGrant grant = principal.buckets().getFirst();
    TimedToken token = TimedToken.of(container(grant), grant, from, until);
    Credential credential =
        errors.call(
            "grant access to",
            grant.bucket(),
            () -> {
              UserDelegationKey signer = lent.key(identity(), from, until);
              return principal
                  .delegatedUser()
                  .map(user -> token.bound(signer, ofBound(), user))
                  .orElseGet(() -> token.signed(signer));
            });
    if (principal.delegatedUser().isPresent()) {
      trial.requireBound(credential, grant, AzureTokenTrial.SOONER);
    } else {
      trial.requireAllowed(credential, grant, AzureTokenTrial.SOONER);
    }
    return new Issued(credential, new KeyHandle(until.toString()));
  }

  private AzureContainer container(BucketGrant grant) {
    return new AzureContainer(clients, grant.bucket(), errors);
  }

  private static Instant earlier(Instant one, Instant other) {
    return (one.isBefore(other) ? one : other).truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    requireEnded(principal, List.of(old));
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    requireEnded(principal, keys);
  }

  /** Checks that the tokens have expired. A key without a handle was never handed out. */
  private void requireEnded(Principal principal, List<IssuedKey> keys) {
    Optional<Instant> last =
        keys.stream().flatMap(key -> end(key).stream()).max(Comparator.naturalOrder());
    if (last.filter(clock.instant()::isBefore).isPresent()) {
      throw new DriverException.Aborted(
          ("access of %s ends at %s, when its token ends: a token with signing=UserDelegation"
                  + " cannot be ended alone. All of the storage account can be ended together: az"
                  + " storage account revoke-delegation-keys")
              .formatted(principal.account(), last.orElseThrow()));
    }
  }

  private static Optional<Instant> end(IssuedKey key) {
    return key.handle().map(KeyHandle::text).map(Instant::parse);
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw new IllegalStateException("such a token is shown once");
  }

  /** Returns true: the service does not know single tokens. */
  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return end(key).filter(clock.instant()::isBefore).isPresent();
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
