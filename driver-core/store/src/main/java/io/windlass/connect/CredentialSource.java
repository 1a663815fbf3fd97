package io.windlass.connect;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.util.function.Supplier;

/**
 * Source of the credential of an open bucket. It is read for every request, so the credential may
 * change.
 */
public sealed interface CredentialSource {
  /** Files of a mounted Secret, with the names that the protocol's connector defines. */
  record Files(SecretDirectory directory) implements CredentialSource {}

  /** The text of a credential, in the form that the protocol's connector writes. */
  record Text(Supplier<Secret> credential) implements CredentialSource {}
}
