package io.windlass.store.gcs.client;

import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An HMAC key of a Google service account, as it is granted. */
public record GcsAccessKey(String accessId, Secret secret, String serviceAccount) {
  private static final String ACCESS_ID = "accessId";
  private static final String SECRET = "secret";
  private static final String SERVICE_ACCOUNT = "serviceAccount";

  /**
   * Returns the key that a credential is.
   *
   * @throws IllegalArgumentException when it is no key of Google
   */
  public static GcsAccessKey of(Credential credential) {
    Credential.Key key = Credential.key(credential, GcsProtocol.GCS);
    return new GcsAccessKey(
        key.field(ACCESS_ID).reveal(), key.field(SECRET), key.field(SERVICE_ACCOUNT).reveal());
  }

  /** Returns the key as credential that only revocation ends. */
  public Credential.Key credential() {
    return credential(Optional.empty());
  }

  /** Returns the key as credential that ends by itself. */
  public Credential.Key credential(Optional<Instant> end) {
    return new Credential.Key(
        GcsProtocol.GCS,
        Map.of(
            ACCESS_ID, Secret.of(accessId),
            SECRET, secret,
            SERVICE_ACCOUNT, Secret.of(serviceAccount)),
        end);
  }

  /** Returns what signs requests with it. */
  public GcsSigner signer() {
    return new GcsSigner(accessId, secret);
  }
}
