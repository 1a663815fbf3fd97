package io.windlass.cli.access;

import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A credential as lines {@code NAME=VALUE}. */
final class CredentialLines {
  private CredentialLines() {}

  /** Returns a line for each field. */
  static Secret of(Credential credential) {
    return Secret.of(
        fields(credential).entrySet().stream()
            .map(field -> "%s=%s\n".formatted(field.getKey(), field.getValue()))
            .collect(Collectors.joining()));
  }

  /** The fields of the Secret that COSI v1alpha2 makes of a credential. */
  private static Map<String, String> fields(Credential credential) {
    Map<String, String> fields = new LinkedHashMap<>();
    switch (credential) {
      case Credential.S3 s3 -> {
        fields.put("COSI_S3_ACCESS_KEY_ID", s3.accessKeyId());
        fields.put("COSI_S3_ACCESS_SECRET_KEY", s3.secretAccessKey().reveal());
      }
      case Credential.Azure azure -> {
        fields.put("COSI_AZURE_ACCESS_TOKEN", azure.sasUri().reveal());
        fields.put("COSI_AZURE_EXPIRY_TIMESTAMP", azure.expiry().map(Instant::toString).orElse(""));
      }
      case Credential.Gcs gcs -> {
        fields.put("COSI_GCS_ACCESS_ID", gcs.accessId());
        fields.put("COSI_GCS_ACCESS_SECRET", gcs.secret().reveal());
        fields.put("COSI_GCS_SERVICE_ACCOUNT", gcs.serviceAccount());
      }
      case Credential.OwnIdentity _ -> {} // a rotation refuses it: there is no key
    }
    return fields;
  }
}
