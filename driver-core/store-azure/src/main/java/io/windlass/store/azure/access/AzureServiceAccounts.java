package io.windlass.store.azure.access;

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
import io.windlass.store.azure.bucket.AzureBuckets;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.store.azure.client.AzureProtocol;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Access of service accounts: a user-assigned managed identity has a role on each container ({@link
 * AzureRoles}), and the service account acts as the identity ({@link AzureFederation}). The server
 * stores nothing else; nothing is secret.
 */
public final class AzureServiceAccounts implements AccessAdmin {
  private static final Pattern IDENTITY =
      Pattern.compile(
          "/subscriptions/[\\w.()-]+/resourceGroups/[\\w.()-]+/providers"
              + "/Microsoft\\.ManagedIdentity/userAssignedIdentities/[\\w-]{3,128}");

  private final AzureManager manager;
  private final AzureManagement management;

  public AzureServiceAccounts(AzureManager manager, AzureManagement management) {
    this.manager = manager;
    this.management = management;
  }

  @Override
  public void check(Principal principal) {
    if (management.resource().isEmpty() || management.issuer().isEmpty()) {
      throw new DriverException.InvalidArgument(
          "backend %s grants no access to service accounts: set its RESOURCE_ID and its ISSUER, or"
                  .formatted(manager.errors().backend())
              + " use KEY");
    }
    if (!IDENTITY.matcher(identity(principal)).matches()) {
      throw new DriverException.InvalidArgument(
          "parameter serviceAccountIdentity must be the resource id of a user-assigned managed"
              + " identity, like /subscriptions/…/resourceGroups/…/providers"
              + "/Microsoft.ManagedIdentity/userAssignedIdentities/app");
    }
    if (principal.expiry().isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameter expiresAfter: a role assignment of Azure does not expire");
    }
    if (principal.buckets().isEmpty()) {
      throw new DriverException.InvalidArgument("the access names no bucket: name at least one");
    }
    for (BucketGrant grant : principal.buckets()) {
      AzureBuckets.requireName(grant.bucket());
      AzureAccess.requireWhole(grant);
      AzureRole _ = AzureRole.of(grant.modes());
    }
  }

  private static ServiceAccount serviceAccount(Principal principal) {
    return principal.serviceAccount().orElseThrow();
  }

  private static String identity(Principal principal) {
    return serviceAccount(principal).identity().orElse("");
  }

  private AzureRoles roles() {
    return new AzureRoles(manager, required(management.resource(), "RESOURCE_ID"));
  }

  private AzureFederation federation() {
    return new AzureFederation(
        manager,
        required(management.issuer(), "ISSUER"),
        required(management.resource(), "RESOURCE_ID"));
  }

  private String required(Optional<String> setting, String name) {
    return setting.orElseThrow(() ->
        new DriverException.FailedPrecondition(
            "backend %s lacks its %s: set it as it was when access was granted"
                .formatted(manager.errors().backend(), name)));
  }

  /** Returns a placeholder, because this access has no keys. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  /** Assigns the roles last, when only the right service account acts as the identity. */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    String identity = identity(principal);
    AzureFederation.Identity known =
        federation()
            .find(identity)
            .orElseThrow(() ->
                new DriverException.FailedPrecondition(
                    manager
                        .errors()
                        .says(
                            "grant access by",
                            identity,
                            "there is no such identity: make it, and annotate the service account"
                                + " with its client id")));
    federation().federate(identity, known, serviceAccount(principal));
    for (BucketGrant grant : principal.buckets()) {
      roles()
          .assign(
              principal.account(), grant.bucket(), AzureRole.of(grant.modes()), known.principal());
    }
    return new Issued(
        derive(principal, key),
        new KeyHandle(
            AzureRoles.name(principal.account(), principal.buckets().getFirst().bucket())));
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {}

  /** Keeps the federated credential while other access of the service account needs it. */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    Set<String> own = new HashSet<>();
    for (BucketGrant grant : principal.buckets()) {
      roles().remove(principal.account(), grant.bucket());
      own.add(AzureRoles.name(principal.account(), grant.bucket()));
    }
    Optional<AzureFederation.Identity> known = federation().find(identity(principal));
    // A list may still contain an assignment that was just removed.
    if (known.isPresent() && own.containsAll(roles().of(known.get().principal()))) {
      federation().remove(identity(principal), serviceAccount(principal).subject());
    }
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return new Credential.OwnIdentity(AzureProtocol.AZURE);
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    String identity = identity(principal);
    Optional<AzureFederation.Identity> known = federation().find(identity);
    return known.isPresent()
        && federation().isFederated(identity, serviceAccount(principal).subject())
        && principal.buckets().stream()
            .allMatch(grant ->
                roles()
                    .isAssigned(
                        principal.account(),
                        grant.bucket(),
                        AzureRole.of(grant.modes()),
                        known.get().principal()));
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }
}
