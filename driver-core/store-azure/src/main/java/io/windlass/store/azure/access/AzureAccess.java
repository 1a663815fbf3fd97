package io.windlass.store.azure.access;

import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.common.StorageSharedKeyCredential;
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
import io.windlass.store.azure.bucket.AzureBuckets;
import io.windlass.store.azure.bucket.AzurePolicies;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.AzureProtocol;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Access to containers, and to directories where there are any, by tokens that are bound to a
 * stored access policy each ({@link AzureTokens}). The server keeps only the policies: the token of
 * a generation works while its policy exists.
 *
 * <p>Tokens are signed with the configured account key, and end with it. The handle of a key names
 * the account key: if the driver has another one by now, the token counts as dead, and a repeated
 * grant returns the token that the other key signs. Records of earlier versions do not name it: of
 * those, the driver assumes that its key is still the one.
 */
public final class AzureAccess implements AccessAdmin {
  /** "Define a stored access policy": most on one container, whoever made them. */
  static final int MOST_POLICIES = 5;

  /** Expiry of access that does not expire: the latest time that Azure accepts. */
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  /** In handles, between the policy and the name of the account key. Policies have none. */
  private static final String SIGNED_BY = "@";

  private final AzureClients clients;
  private final StoreErrors errors;
  private final AzurePolicies policies;
  private final AzureTokenTrial trial;
  private final AzureTokens tokens = new AzureTokens();

  public AzureAccess(AzureClients clients, StoreErrors errors, AzureTokenTrial trial) {
    this.clients = clients;
    this.errors = errors;
    this.policies = new AzurePolicies(clients, errors);
    this.trial = trial;
  }

  @Override
  public void check(Principal principal) {
    BucketGrant grant = only(principal);
    checkGrant(container(grant), grant);
    if (clients.credential() instanceof AzureKey.Identity) {
      throw new DriverException.FailedPrecondition(
          ("backend %s has no key of the storage account, which tokens that last are signed with."
                  + " Two ways are left: access by service accounts (authentication type"
                  + " ServiceAccount), and tokens of at most 7 days (parameter"
                  + " signing=UserDelegation)")
              .formatted(errors.backend()));
    }
  }

  /** Throws if no token can permit exactly what a grant says. */
  static void checkGrant(AzureContainer container, BucketGrant grant) {
    if (!grant.prefix().isEmpty()) {
      checkPrefix(container, grant.prefix());
    }
    requireNoActions(grant);
    AzureModes.check(grant.modes());
  }

  /** Returns the only grant of a principal, to a container whose name can be one. */
  static BucketGrant only(Principal principal) {
    if (principal.buckets().isEmpty()) {
      throw new DriverException.InvalidArgument("the access names no bucket: name at least one");
    }
    if (principal.buckets().size() > 1) {
      throw new DriverException.OutOfRange(
          "one access reaches one container of Azure: ask for one access for each");
    }
    BucketGrant grant = principal.buckets().getFirst();
    AzureBuckets.requireName(grant.bucket());
    return grant;
  }

  /** Throws InvalidArgument unless the access is to one whole container, without added actions. */
  static void requireWhole(BucketGrant grant) {
    if (!grant.prefix().isEmpty()) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': this kind of access is to a whole container of Azure"
              .formatted(grant.prefix()));
    }
    requireNoActions(grant);
  }

  private static void requireNoActions(BucketGrant grant) {
    if (!grant.extraActions().isEmpty()) {
      throw new DriverException.InvalidArgument(
          "no action can be added to access on Azure: %s"
              .formatted(grant.extraActions().stream().sorted().collect(Collectors.joining(", "))));
    }
  }

  /** "Create a service SAS", sr=d: a directory with all that is in it. */
  private static void checkPrefix(AzureContainer container, String prefix) {
    if (!container.hasDirectories()) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': in an account without directories access is to a whole container"
              .formatted(prefix));
    }
    if (!prefix.endsWith("/") || AzureKeys.hasEmptySegment(prefix)) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': on Azure access can be limited to a directory, so it must be a path with a"
                  .formatted(prefix)
              + " slash at its end");
    }
    try {
      String _ = AzureKeys.check(prefix);
    } catch (DriverException.InvalidKey e) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': %s".formatted(prefix, e.getMessage()));
    }
  }

  private AzureContainer container(BucketGrant grant) {
    return new AzureContainer(clients, grant.bucket(), errors);
  }

  @Override
  public KeyGeneration generation(int number) {
    return tokens.generation(number, clients.version().ofSignatures());
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    StorageSharedKeyCredential signer = clients.key();
    Credential credential = token(principal, key, signer);
    BlobSignedIdentifier wanted = policy(principal, key);
    BucketGrant grant = principal.buckets().getFirst();
    policies.change("grant access to", grant.bucket(), now -> with(wanted, now, grant.bucket()));
    trial.requireAllowed(credential, grant, AzureTokenTrial.SOONER);
    return new Issued(
        credential, new KeyHandle(wanted.getId() + SIGNED_BY + AzureTokens.nameOf(signer)));
  }

  private Optional<List<BlobSignedIdentifier>> with(
      BlobSignedIdentifier wanted, List<BlobSignedIdentifier> now, String bucket) {
    if (now.stream().anyMatch(there -> isSame(there, wanted))) {
      return Optional.empty();
    }
    List<BlobSignedIdentifier> then = new ArrayList<>(now);
    then.removeIf(there -> there.getId().equals(wanted.getId()) || !AzurePolicies.isOpen(there));
    if (then.size() >= MOST_POLICIES) {
      throw new DriverException.QuotaExceeded(
          errors.says(
              "grant access to",
              bucket,
              ("the container has %d stored access policies, and Azure allows %d: revoke"
                      + " an access that is no longer needed, detach a volume that is a folder of"
                      + " it, remove a policy that somebody else made, or use another container")
                  .formatted(then.size(), MOST_POLICIES)),
          null);
    }
    then.add(wanted);
    return Optional.of(then);
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    String policy = AzureTokens.policy(principal.account(), old.generation());
    remove(principal, policy::equals);
  }

  /** Removes all policies of the account, including those of keys that no record names. */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    String prefix = AzureTokens.policyPrefix(principal.account());
    remove(principal, policy -> policy.startsWith(prefix));
  }

  @Override
  public boolean isEffective(Principal principal, Credential credential) {
    return trial.isEffective(credential, principal.buckets().getFirst(), AzureTokenTrial.SOONER);
  }

  /**
   * Tries the tokens afterwards. What one server of the service refuses, another may still accept:
   * {@link io.windlass.backend.Timing#revokeEffectiveAfter} counts from then on.
   */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    revoke(principal, keys);
    if (principal.buckets().stream()
        .anyMatch(grant -> handedOut.stream().anyMatch(each -> trial.isAccepted(each, grant)))) {
      throw new DriverException.Aborted(
          errors.says(
              "revoke access of",
              principal.account(),
              "it is revoked, and the server still accepts its token: call again"));
    }
  }

  private void remove(Principal principal, Predicate<String> ends) {
    for (BucketGrant grant : principal.buckets()) {
      try {
        policies.change("revoke access to", grant.bucket(), now -> without(ends, now));
      } catch (DriverException.NoSuchBucket e) {
        // The policies were deleted with the container.
      } catch (DriverException.Unavailable e) {
        if (!AzureErrors.isBeingDeleted(e)) {
          throw e;
        }
      }
    }
  }

  private static Optional<List<BlobSignedIdentifier>> without(
      Predicate<String> ends, List<BlobSignedIdentifier> now) {
    List<BlobSignedIdentifier> then = new ArrayList<>(now);
    boolean found = then.removeIf(there -> ends.test(there.getId()));
    return found ? Optional.of(then) : Optional.empty();
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return token(principal, key, clients.key());
  }

  private Credential token(
      Principal principal, KeyGeneration key, StorageSharedKeyCredential signer) {
    BucketGrant grant = principal.buckets().getFirst();
    return AzureProtocol.token(
        AzureTokens.uri(container(grant), grant.prefix(), principal.account(), key, signer),
        principal.expiry());
  }

  @Override
  public Optional<String> replaced(Principal principal, IssuedKey key) {
    if (!(clients.credential() instanceof AzureKey.Account)) {
      return Optional.empty();
    }
    String now = SIGNED_BY + AzureTokens.nameOf(clients.key());
    return key.handle()
        .map(KeyHandle::text)
        .filter(text -> text.contains(SIGNED_BY) && !text.endsWith(now))
        .map(_ ->
            "its token is signed by another key of the storage account than the driver has, and"
                + " ends when that key is regenerated");
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return replaced(principal, key).isEmpty()
        && recorded(principal, key)
            .filter(there -> isSame(there, policy(principal, key.generation())))
            .isPresent();
  }

  /** "To revoke a stored access policy", one sets its expiry to a time in the past. */
  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    return recorded(principal, key)
        .filter(there -> expiry(there).filter(end -> end.isBefore(Instant.now())).isPresent())
        .filter(_ -> principal.expiry().filter(end -> end.isBefore(Instant.now())).isEmpty())
        .map(there ->
            ("somebody let the stored access policy %s of container %s end at %s: who may change the"
                    + " container's policies can set its expiry to what it was (az storage container"
                    + " policy update)")
                .formatted(
                    there.getId(),
                    principal.buckets().getFirst().bucket(),
                    expiry(there).orElseThrow()));
  }

  /** Returns the policy of a key as it is there, whatever it says. */
  private Optional<BlobSignedIdentifier> recorded(Principal principal, IssuedKey key) {
    if (principal.buckets().isEmpty()) {
      return Optional.empty();
    }
    String id = AzureTokens.policy(principal.account(), key.generation());
    try {
      return policies.of(principal.buckets().getFirst().bucket()).stream()
          .filter(there -> there.getId().equals(id))
          .findAny();
    } catch (DriverException.NoSuchBucket e) {
      return Optional.empty();
    } catch (DriverException.Unavailable e) {
      if (AzureErrors.isBeingDeleted(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }

  private BlobSignedIdentifier policy(Principal principal, KeyGeneration key) {
    BucketGrant grant = principal.buckets().getFirst();
    Instant expiry = principal.expiry().orElse(NEVER).truncatedTo(ChronoUnit.SECONDS);
    BlobAccessPolicy terms =
        new BlobAccessPolicy()
            .setPermissions(
                AzureModes.permissions(grant.modes(), container(grant).hasDirectories()))
            .setStartsOn(begin().atOffset(ZoneOffset.UTC))
            .setExpiresOn(expiry.atOffset(ZoneOffset.UTC));
    return new BlobSignedIdentifier()
        .setId(AzureTokens.policy(principal.account(), key))
        .setAccessPolicy(terms);
  }

  /** An account with an expiration policy for tokens takes only those that begin. */
  private static Instant begin() {
    return Instant.now().minus(AzureDelegatedTokens.SKEW).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns whether two policies are the same, whenever they began. */
  private static boolean isSame(BlobSignedIdentifier one, BlobSignedIdentifier other) {
    return one.getId().equals(other.getId())
        && permissions(one).equals(permissions(other))
        && expiry(one).equals(expiry(other));
  }

  /**
   * Returns a field of a policy; policies of others may leave it out and let the token state it.
   */
  private static String permissions(BlobSignedIdentifier policy) {
    return Optional.ofNullable(policy.getAccessPolicy())
        .map(BlobAccessPolicy::getPermissions)
        .orElse("");
  }

  private static Optional<Instant> expiry(BlobSignedIdentifier policy) {
    return Optional.ofNullable(policy.getAccessPolicy())
        .map(BlobAccessPolicy::getExpiresOn)
        .map(OffsetDateTime::toInstant);
  }
}
