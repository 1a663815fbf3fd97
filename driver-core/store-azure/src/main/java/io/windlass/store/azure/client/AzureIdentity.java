package io.windlass.store.azure.client;

import io.windlass.secret.Secret;

/**
 * Identity in Entra: an application, or a managed identity that federates a Kubernetes service
 * account.
 *
 * @param tenantId the tenant's id or domain
 * @param clientId the identity's client id
 * @param proof proves that the driver is this identity
 */
public record AzureIdentity(String tenantId, String clientId, Proof proof) {
  /** Proof of an identity. */
  public sealed interface Proof {
    /** A secret of the application. */
    record ClientSecret(Secret secret) implements Proof {}

    /** A token of a Kubernetes service account ("Workload identity federation"). */
    record Assertion(Secret token) implements Proof {}
  }
}
