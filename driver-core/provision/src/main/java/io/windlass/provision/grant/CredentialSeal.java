package io.windlass.provision.grant;

import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Seals credentials that a backend shows only once, so that they can be stored in records. */
public final class CredentialSeal {
  private static final TypeReference<TreeMap<String, String>> FIELDS = new TypeReference<>() {};

  private final Supplier<Keyring> keyring;
  private final JsonMapper json = new JsonMapper();

  /**
   * Creates the seal. It seals with the newest key of the ring, and opens with whichever key was
   * used.
   */
  public CredentialSeal(Supplier<Keyring> keyring) {
    this.keyring = keyring;
  }

  /**
   * Seals a credential.
   *
   * @param context owner of the credential; it cannot be opened with another context
   */
  public String seal(Credential credential, String context) {
    return keyring.get().seal(text(credential), context);
  }

  private Secret text(Credential credential) {
    Map<String, String> fields = new TreeMap<>();
    switch (credential) {
      case Credential.S3(String accessKeyId, Secret secret) -> {
        fields.put("accessKeyId", accessKeyId);
        fields.put("secretAccessKey", secret.reveal());
      }
      case Credential.Azure(Secret sasUri, Optional<Instant> expiry) -> {
        fields.put("sasUri", sasUri.reveal());
        expiry.ifPresent(end -> fields.put("expiry", end.toString()));
      }
      case Credential.OwnIdentity _ ->
          throw new IllegalArgumentException("there is no secret to seal");
      case Credential.Gcs(String accessId, Secret secret, String serviceAccount) -> {
        fields.put("accessId", accessId);
        fields.put("secret", secret.reveal());
        fields.put("serviceAccount", serviceAccount);
      }
    }
    fields.put("protocol", credential.protocol().name());
    return Secret.of(json.writeValueAsString(fields));
  }

  /** Opens a credential that {@link #seal} sealed for the same context. */
  public Credential open(String sealed, String context) {
    Map<String, String> fields =
        json.readValue(keyring.get().open(sealed, context).reveal(), FIELDS);
    return switch (Protocol.valueOf(field(fields, "protocol"))) {
      case S3 ->
          new Credential.S3(
              field(fields, "accessKeyId"), Secret.of(field(fields, "secretAccessKey")));
      case AZURE ->
          new Credential.Azure(
              Secret.of(field(fields, "sasUri")),
              Optional.ofNullable(fields.get("expiry")).map(Instant::parse));
      case GCS ->
          new Credential.Gcs(
              field(fields, "accessId"),
              Secret.of(field(fields, "secret")),
              field(fields, "serviceAccount"));
    };
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalStateException("a sealed credential lacks its " + name);
    }
    return value;
  }
}
