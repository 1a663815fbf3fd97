package io.windlass.store.gcs.access;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsService;
import java.util.List;
import java.util.Optional;

/**
 * Access of service accounts of Kubernetes: roles of a principal of the cluster's workload identity
 * pool, in the policies of the buckets ("Workload Identity Federation"). The server stores nothing
 * else: no service account of Google, and no key. Only the quota of policies applies.
 */
public final class GcsServiceAccounts implements AccessAdmin {
  /** Pattern of the names of GKE clusters' pools. */
  private static final String OF_GKE = ".svc.id.goog";

  private final GcsIam iam;
  private final GcsPolicies policies;
  private final Optional<String> pool;
  private final StoreErrors errors;

  public GcsServiceAccounts(GcsService service, StoreErrors errors) {
    this.iam = new GcsIam(service, errors);
    this.policies = new GcsPolicies(service, errors);
    this.pool = service.connection().management().pool();
    this.errors = errors;
  }

  @Override
  public void check(Principal principal) {
    if (pool.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "backend %s grants no access to service accounts: set its WORKLOAD_IDENTITY_POOL, or use"
                  .formatted(errors.backend())
              + " KEY");
    }
    if (principal.serviceAccount().flatMap(ServiceAccount::identity).isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameter serviceAccountIdentity: on Google a service account is a principal of the"
              + " cluster's pool by itself, so leave it out");
    }
    GcsAccess.checkTerms(principal);
  }

  private GcsHolder holder(Principal principal) {
    return new GcsHolder(member(principal), principal.account(), true, principal.expiry());
  }

  /**
   * Returns the member for policies ("Principal identifiers"), of a GKE cluster or of another
   * provider.
   */
  private String member(Principal principal) {
    ServiceAccount who = principal.serviceAccount().orElseThrow();
    String from =
        pool.orElseThrow(() ->
            new DriverException.FailedPrecondition(
                "backend %s lacks its WORKLOAD_IDENTITY_POOL: set it as it was when access was"
                        .formatted(errors.backend())
                    + " granted"));
    String subject =
        from.endsWith(OF_GKE)
            ? "ns/%s/sa/%s".formatted(who.namespace(), who.name())
            : who.subject();
    return "principal://iam.googleapis.com/%s/subject/%s".formatted(from, subject);
  }

  /** Returns a placeholder, because this access has no keys. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    Deadline patience = policies.patience();
    for (BucketGrant grant : principal.buckets()) {
      policies.grant(grant, holder(principal), roles(grant), patience);
    }
    return new Issued(derive(principal, key), new KeyHandle(principal.account()));
  }

  private List<String> roles(BucketGrant grant) {
    return GcsRole.of(grant.modes(), !grant.prefix().isEmpty()).stream()
        .map(iam::roleNamed)
        .toList();
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {}

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    principal.buckets().forEach(grant -> policies.revoke(grant, holder(principal)));
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return new Credential.OwnIdentity(GcsProtocol.GCS, Optional.of(member(principal)));
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return principal.buckets().stream()
        .allMatch(grant -> policies.has(grant, holder(principal), roles(grant)));
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }
}
