package io.windlass.store;

import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.util.function.Supplier;

/** Where an open bucket takes its credential from: for every request, so that it may change. */
public sealed interface CredentialSource {
  /** Files of a mounted Secret, named as the protocol's connector has it. */
  record Files(SecretDirectory directory) implements CredentialSource {}

  /** The text that the protocol's connector made of a credential. */
  record Text(Supplier<Secret> credential) implements CredentialSource {}
}
