package io.windlass.cosi;

import io.windlass.access.Credential;
import io.windlass.backend.BucketLocation;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha1.AzureBlob;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.GCS;
import io.windlass.proto.cosi.v1alpha1.Protocol;
import io.windlass.proto.cosi.v1alpha1.S3;
import io.windlass.proto.cosi.v1alpha1.S3SignatureVersion;
import io.windlass.provision.grant.Granted;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Converts locations and credentials into messages of {@code cosi.v1alpha1}. */
final class V1Alpha1Messages {
  /** The form of a time that the sidecar, which is written in Go, can parse. */
  private static final DateTimeFormatter GO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss '+0000 UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** For signatures; Google accepts any. */
  private static final String GCS_REGION = "auto";

  private V1Alpha1Messages() {}

  static Protocol protocol(BucketLocation location) {
    return switch (location) {
      case BucketLocation.S3 s3 ->
          Protocol.newBuilder()
              .setS3(
                  S3.newBuilder()
                      .setRegion(s3.region())
                      .setSignatureVersion(S3SignatureVersion.S3V4))
              .build();
      case BucketLocation.Azure azure ->
          Protocol.newBuilder()
              .setAzureBlob(AzureBlob.newBuilder().setStorageAccount(azure.storageAccount()))
              .build();
      case BucketLocation.Gcs gcs ->
          Protocol.newBuilder().setGcs(GCS.newBuilder().setProjectId(gcs.projectId())).build();
    };
  }

  /** Returns a map with exactly one entry: the sidecar looks for this key and for these names. */
  static Map<String, CredentialDetails> credentials(Granted granted) {
    return switch (granted.credential()) {
      case Credential.S3 s3 -> Map.of("s3", s3(s3, granted.buckets().getFirst().location()));
      case Credential.Azure azure -> Map.of("azure", azure(azure));
      case Credential.OwnIdentity _ ->
          throw new DriverException.Unexpected("v1alpha1 knows no service accounts", null);
      case Credential.Gcs gcs -> Map.of("s3", gcs(gcs, granted.buckets().getFirst().location()));
    };
  }

  private static CredentialDetails s3(Credential.S3 credential, BucketLocation location) {
    if (!(location instanceof BucketLocation.S3 s3)) {
      throw new DriverException.Unexpected("an S3 credential for a bucket that is not on S3", null);
    }
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put("accessKeyID", credential.accessKeyId());
    secrets.put("accessSecretKey", credential.secretAccessKey().reveal());
    secrets.put("endpoint", s3.endpoint().toString());
    secrets.put("region", s3.region());
    return details(secrets);
  }

  private static CredentialDetails azure(Credential.Azure credential) {
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put("accessToken", credential.sasUri().reveal());
    credential.expiry().ifPresent(expiry -> secrets.put("expiryTs", GO_TIME.format(expiry)));
    return details(secrets);
  }

  /**
   * The sidecar hands on credentials of S3 and Azure, and drops all others. Clients of S3 can use
   * HMAC keys of Google ("Simple migration from Amazon S3").
   */
  private static CredentialDetails gcs(Credential.Gcs credential, BucketLocation location) {
    if (!(location instanceof BucketLocation.Gcs gcs)) {
      throw new DriverException.Unexpected("a key of Google for a bucket that is not there", null);
    }
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put("accessKeyID", credential.accessId());
    secrets.put("accessSecretKey", credential.secret().reveal());
    secrets.put("endpoint", gcs.endpoint().toString());
    secrets.put("region", GCS_REGION);
    return details(secrets);
  }

  private static CredentialDetails details(Map<String, String> secrets) {
    return CredentialDetails.newBuilder().putAllSecrets(secrets).build();
  }
}
