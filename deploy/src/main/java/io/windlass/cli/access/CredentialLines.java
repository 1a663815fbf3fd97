package io.windlass.cli.access;

import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A credential as lines {@code NAME=VALUE}. */
final class CredentialLines {
  private CredentialLines() {}

  /** Returns a line for each field of the Secret that COSI v1alpha2 makes of a credential. */
  static Secret of(Credential credential) {
    return Secret.of(
        new TreeMap<>(credential.protocol().cosi().credentialInV1Alpha2(credential))
            .entrySet().stream()
                .map(field -> "%s=%s\n".formatted(field.getKey(), field.getValue().reveal()))
                .collect(Collectors.joining()));
  }
}
