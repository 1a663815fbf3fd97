package io.windlass.store.gcs.client;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.secret.Secret;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The protocol of Google Cloud Storage, and how COSI says its buckets and keys. */
public final class GcsProtocol implements CosiForm {
  public static final Protocol GCS = new Protocol("GCS", new GcsProtocol());

  private static final String TOKEN = "token";

  private static final String PROJECT = "projectId";

  /** For signatures; Google accepts any. */
  private static final String REGION = "auto";

  /**
   * Name of the key of a workload that has none, and proves by its own token who it is. Sidecars
   * require a name of a key.
   */
  private static final String NO_KEY = "workload-identity";

  private GcsProtocol() {}

  /**
   * Returns the location of a bucket.
   *
   * @param endpoint base URL of the service
   */
  public static BucketLocation location(String bucket, String project, URI endpoint) {
    return new BucketLocation(GCS, bucket, endpoint, Map.of(PROJECT, project));
  }

  /** Returns an access token as credential, which workloads are never given. */
  public static Credential.Key token(Secret token, Instant expires) {
    return new Credential.Key(GCS, Map.of(TOKEN, token), Optional.of(expires));
  }

  /** Returns the access token that a credential is; empty if it is an HMAC key. */
  public static Optional<Secret> token(Credential credential) {
    return Optional.ofNullable(Credential.key(credential, GCS).fields().get(TOKEN));
  }

  @Override
  public Optional<Message<String>> bucketInV1Alpha1(BucketLocation location) {
    return Optional.of(new Message<>("gcs", Map.of("project_id", location.field(PROJECT))));
  }

  /**
   * The sidecar hands on credentials of S3 and Azure, and drops all others. Clients of S3 can use
   * HMAC keys of Google ("Simple migration from Amazon S3").
   */
  @Override
  public Message<Secret> keyInV1Alpha1(Credential.Key key, BucketLocation location) {
    GcsAccessKey own = GcsAccessKey.of(key);
    return new Message<>(
        "s3",
        Map.of(
            "accessKeyID",
            Secret.of(own.accessId()),
            "accessSecretKey",
            own.secret(),
            "endpoint",
            Secret.of(location.endpoint().toString()),
            "region",
            Secret.of(REGION)));
  }

  @Override
  public Map<String, String> bucketInV1Alpha2(BucketLocation location) {
    return Map.of(
        "COSI_GCS_PROJECT_ID", location.field(PROJECT), "COSI_GCS_BUCKET_NAME", location.bucket());
  }

  @Override
  public Map<String, Secret> credentialInV1Alpha2(Credential credential) {
    return switch (credential) {
      case Credential.Key key -> {
        GcsAccessKey own = GcsAccessKey.of(key);
        yield Map.of(
            "COSI_GCS_ACCESS_ID",
            Secret.of(own.accessId()),
            "COSI_GCS_ACCESS_SECRET",
            own.secret(),
            "COSI_GCS_SERVICE_ACCOUNT",
            Secret.of(own.serviceAccount()));
      }
      case Credential.OwnIdentity(var _, Optional<String> principal) ->
          Map.of(
              "COSI_GCS_SERVICE_ACCOUNT",
              Secret.of(principal.orElse("")),
              "COSI_GCS_PRIVATE_KEY_NAME",
              Secret.of(NO_KEY));
    };
  }
}
