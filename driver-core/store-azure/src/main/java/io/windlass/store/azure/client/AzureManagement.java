package io.windlass.store.azure.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Services outside of a storage account that control access to it.
 *
 * @param authority base URL of Entra's token endpoints
 * @param manager base URL of Azure Resource Manager
 * @param resource the storage account's resource id, which begins with {@code /subscriptions/};
 *     empty if the driver assigns no roles
 * @param issuer issuer of the tokens of the cluster's service accounts; empty if the driver assigns
 *     no roles
 * @param rolesEffectiveAfter how long the service may still apply the old roles of an identity
 *     after a change
 */
public record AzureManagement(
    URI authority,
    URI manager,
    Optional<String> resource,
    Optional<String> issuer,
    Duration rolesEffectiveAfter) {
  /** "Troubleshoot Azure RBAC": up to 10 minutes. */
  public static final Duration DEFAULT_ROLES_EFFECTIVE_AFTER = Duration.ofMinutes(10);

  public AzureManagement {
    authority = withoutSlash(authority);
    manager = withoutSlash(manager);
  }

  /** Returns that of a cloud, where no roles are assigned. */
  public static AzureManagement of(AzureCloud cloud) {
    return new AzureManagement(
        cloud.authority(),
        cloud.manager(),
        Optional.empty(),
        Optional.empty(),
        DEFAULT_ROLES_EFFECTIVE_AFTER);
  }

  private static URI withoutSlash(URI uri) {
    return URI.create(uri.toString().replaceFirst("/$", ""));
  }
}
