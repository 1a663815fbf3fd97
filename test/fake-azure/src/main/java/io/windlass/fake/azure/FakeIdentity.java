package io.windlass.fake.azure;

import io.windlass.secret.Secret;
import java.util.Optional;

/**
 * An identity of the FAKE Azure's only tenant.
 *
 * @param clientId id for requesting tokens
 * @param principalId id that roles are assigned to
 * @param resourceId of a user-assigned managed identity; empty for an application
 * @param secret of an application
 * @param namespace value of the tag {@code windlass-namespace} of a managed identity
 */
public record FakeIdentity(
    String clientId,
    String principalId,
    String resourceId,
    Optional<Secret> secret,
    Optional<String> namespace) {}
