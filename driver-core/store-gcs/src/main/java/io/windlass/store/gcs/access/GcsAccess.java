package io.windlass.store.gcs.access;

import com.google.api.services.storage.model.HmacKey;
import com.google.api.services.storage.model.HmacKeyMetadata;
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
import io.windlass.hash.Sha256;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.gcs.bucket.GcsBuckets;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Access by HMAC keys: a service account for each access, its roles in the policies of the buckets,
 * and its keys. The service numbers keys and shows a secret once.
 *
 * <p>Changes take effect minutes later. {@link #isEffective} and {@link #revoke} try the key
 * itself.
 */
public final class GcsAccess implements AccessAdmin {
  /** Pattern of the ids of the driver's service accounts. */
  static final String ID = "w-[0-9a-f]{24}";

  private static final int DIGITS = 24;

  /** "Managing HMAC keys": time until a changed state takes effect, and the key may be deleted. */
  private static final Duration STATES_EFFECTIVE_AFTER = Duration.ofMinutes(3);

  private final GcsIam iam;
  private final GcsHmacKeys keys;
  private final GcsPolicies policies;
  private final GcsProbe probe;
  private final GcsSeenLate late;
  private final StoreErrors errors;

  public GcsAccess(GcsService service, StoreErrors errors) {
    this.iam = new GcsIam(service, errors);
    this.keys = new GcsHmacKeys(service, errors);
    this.policies = new GcsPolicies(service, errors);
    this.probe = new GcsProbe(service, errors);
    this.late = new GcsSeenLate(service, errors);
    this.errors = errors;
  }

  /**
   * Returns the id of the service account, which depends on the buckets: only their policies say
   * what the account can reach.
   */
  private static String id(Principal principal) {
    String reach =
        principal.buckets().stream()
            .map(grant -> grant.bucket() + "/" + grant.prefix())
            .sorted()
            .collect(Collectors.joining("\0", principal.account() + "\0", ""));
    return "w-" + Sha256.hex(reach, DIGITS);
  }

  private String email(Principal principal) {
    return iam.email(id(principal));
  }

  private GcsHolder holder(Principal principal) {
    return new GcsHolder(
        "serviceAccount:" + email(principal), principal.account(), false, principal.expiry());
  }

  @Override
  public void check(Principal principal) {
    checkTerms(principal);
  }

  /** Throws if there are no roles that permit exactly what a principal asks for. */
  static void checkTerms(Principal principal) {
    if (principal.buckets().isEmpty()) {
      throw new DriverException.InvalidArgument("the access names no bucket: name at least one");
    }
    for (BucketGrant grant : principal.buckets()) {
      GcsBuckets.requireExistingName(grant.bucket());
      if (!grant.extraActions().isEmpty()) {
        throw new DriverException.InvalidArgument(
            "no action can be added to access on Google: "
                + grant.extraActions().stream().sorted().collect(Collectors.joining(", ")));
      }
      List<GcsRole> _ = GcsRole.of(grant.modes(), !grant.prefix().isEmpty());
      if (!grant.prefix().isEmpty()) {
        checkPrefix(grant.prefix());
      }
    }
  }

  /** "Managed folders": a path with a slash at its end. */
  private static void checkPrefix(String prefix) {
    if (!prefix.endsWith("/") || prefix.startsWith("/") || prefix.contains("//")) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': on Google access can be limited to a managed folder, so it must be a path"
                  .formatted(prefix)
              + " with a slash at its end");
    }
    try {
      String _ = GcsKeys.check(prefix);
    } catch (DriverException.InvalidKey e) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': %s".formatted(prefix, e.getMessage()));
    }
  }

  /** Returns a generation that nothing is derived from. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    String email = email(principal);
    iam.makeServiceAccount(id(principal), principal.account());
    Deadline patience = late.patience();
    for (BucketGrant grant : principal.buckets()) {
      policies.grant(grant, holder(principal), roles(grant), patience);
    }
    HmacKey made = makeKey(email, others, patience);
    String accessId = made.getMetadata().getAccessId();
    return new Issued(
        new GcsAccessKey(accessId, Secret.of(made.getSecret()), email)
            .credential(principal.expiry()),
        new KeyHandle(accessId));
  }

  private HmacKey makeKey(String email, List<IssuedKey> others, Deadline patience) {
    return late.call(
        "make a key of",
        email,
        patience,
        e -> e instanceof DriverException.NotFound || GcsSeenLate.isUnknownName(e),
        () -> {
          sweep(email, handles(others));
          return keys.make(email);
        });
  }

  private List<String> roles(BucketGrant grant) {
    return GcsRole.of(grant.modes(), !grant.prefix().isEmpty()).stream()
        .map(iam::roleNamed)
        .toList();
  }

  private static Set<String> handles(List<IssuedKey> keys) {
    return keys.stream()
        .flatMap(key -> key.handle().stream())
        .map(KeyHandle::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Ends the keys that no record names. Active ones were never handed out. Inactive ones were
   * retired, and are deleted when that is effective.
   */
  private void sweep(String email, Set<String> recorded) {
    for (HmacKeyMetadata key : keys.of(email)) {
      if (recorded.contains(key.getAccessId())) {
        continue;
      }
      if (GcsHmacKeys.isActive(key)) {
        keys.deactivate(key.getAccessId());
        keys.delete(key.getAccessId());
      } else if (age(key).compareTo(STATES_EFFECTIVE_AFTER) > 0) {
        keys.delete(key.getAccessId());
      }
    }
  }

  private static Duration age(HmacKeyMetadata key) {
    return Optional.ofNullable(key.getUpdated())
        .map(updated -> Duration.between(Instant.ofEpochMilli(updated.getValue()), Instant.now()))
        .orElse(Duration.ZERO);
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    Set<String> recorded = handles(others);
    old.handle()
        .map(KeyHandle::text)
        .ifPresent(accessId -> {
          keys.deactivate(accessId);
          recorded.add(accessId);
        });
    sweep(email(principal), recorded);
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> issued) {
    revoke(principal, issued, List.of());
  }

  /**
   * Deletes the keys and the account last, so that an interrupted call can be repeated as a whole.
   */
  @Override
  public void revoke(Principal principal, List<IssuedKey> issued, List<Credential> handedOut) {
    String email = email(principal);
    List<HmacKeyMetadata> there = keys.of(email);
    there.stream().filter(GcsHmacKeys::isActive).forEach(key -> keys.deactivate(key.getAccessId()));
    principal.buckets().forEach(grant -> policies.revoke(grant, holder(principal)));
    requireRefused(principal, handedOut, there);
    there.forEach(key -> keys.delete(key.getAccessId()));
    iam.deleteServiceAccount(email);
  }

  private void requireRefused(
      Principal principal, List<Credential> handedOut, List<HmacKeyMetadata> there) {
    for (Credential each : handedOut) {
      GcsAccessKey key = GcsAccessKey.of(each);
      if (probe.isAccepted(key, principal.buckets())) {
        throw new DriverException.Aborted(
            errors.says(
                "revoke access of",
                principal.account(),
                ("it is revoked, but the server still accepts its key, for %d s now: call again."
                        + " Google says that this may take 7 minutes or longer")
                    .formatted(Math.max(0, sinceInactive(key, there).toSeconds()))));
      }
    }
  }

  private static Duration sinceInactive(GcsAccessKey key, List<HmacKeyMetadata> there) {
    return there.stream()
        .filter(known -> known.getAccessId().equals(key.accessId()))
        .filter(known -> !GcsHmacKeys.isActive(known))
        .map(GcsAccess::age)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public boolean isEffective(Principal principal, Credential credential) {
    return probe.isAcceptedEverywhere(GcsAccessKey.of(credential), principal.buckets());
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw new IllegalStateException("an HMAC key is shown once");
  }

  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    String email = email(principal);
    if (iam.isDisabled(email)) {
      return Optional.of(
          ("its service account is disabled: who may change it can enable it (gcloud iam"
                  + " service-accounts enable %s)")
              .formatted(email));
    }
    Set<String> handles = handles(List.of(key));
    return keys.of(email).stream()
        .filter(each -> handles.contains(each.getAccessId()) && !GcsHmacKeys.isActive(each))
        .findAny()
        .map(each ->
            ("its HMAC key %1$s is inactive: who may change the keys of %2$s can activate it (gcloud"
                    + " storage hmac update %1$s --activate)")
                .formatted(each.getAccessId(), email));
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    String email = email(principal);
    Set<String> handles = handles(List.of(key));
    return keys.of(email).stream()
            .anyMatch(each -> GcsHmacKeys.isActive(each) && handles.contains(each.getAccessId()))
        && !iam.isDisabled(email)
        && principal.buckets().stream()
            .allMatch(grant -> policies.has(grant, holder(principal), roles(grant)));
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
