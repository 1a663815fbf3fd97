package io.windlass.cosi;

import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.BucketLocation;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.AzureBucketInfo;
import io.windlass.proto.cosi.v1alpha2.AzureCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.GcsBucketInfo;
import io.windlass.proto.cosi.v1alpha2.GcsCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3AddressingStyle;
import io.windlass.proto.cosi.v1alpha2.S3BucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3CredentialInfo;
import java.time.Instant;
import java.util.List;

/**
 * Converts protocols, locations and credentials into messages of {@code sigs.k8s.io.cosi.v1alpha2}.
 */
final class V1Alpha2Messages {
  /** Name of the key of a workload that has none, and proves by its own token who it is. */
  static final String NO_KEY = "workload-identity";

  private V1Alpha2Messages() {}

  static ObjectProtocol protocol(Protocol protocol) {
    ObjectProtocol.Type type =
        switch (protocol) {
          case S3 -> ObjectProtocol.Type.S3;
          case AZURE -> ObjectProtocol.Type.AZURE;
          case GCS -> ObjectProtocol.Type.GCS;
        };
    return ObjectProtocol.newBuilder().setType(type).build();
  }

  /** Throws InvalidArgument if a protocol of the list is not the backend's. */
  static void requireSupported(List<ObjectProtocol> asked, Protocol offered) {
    for (ObjectProtocol protocol : asked) {
      requireProtocol("protocols", protocol, offered);
    }
  }

  /** Throws InvalidArgument if the protocol is not the backend's. */
  static void requireProtocol(String field, ObjectProtocol asked, Protocol offered) {
    if (asked.getType() != protocol(offered).getType()) {
      throw new DriverException.InvalidArgument(
          "%s: the backend speaks %s and not %s".formatted(field, offered, asked.getType()));
    }
  }

  static ObjectProtocolAndBucketInfo bucketInfo(BucketLocation location) {
    ObjectProtocolAndBucketInfo.Builder info = ObjectProtocolAndBucketInfo.newBuilder();
    switch (location) {
      case BucketLocation.S3 s3 ->
          info.setS3(
              S3BucketInfo.newBuilder()
                  .setBucketId(s3.bucket())
                  .setEndpoint(s3.endpoint().toString())
                  .setRegion(s3.region())
                  .setAddressingStyle(style(s3.pathStyle())));
      case BucketLocation.Azure azure ->
          info.setAzure(AzureBucketInfo.newBuilder().setStorageAccount(azure.storageAccount()));
      case BucketLocation.Gcs gcs ->
          info.setGcs(
              GcsBucketInfo.newBuilder().setProjectId(gcs.projectId()).setBucketName(gcs.bucket()));
    }
    return info.build();
  }

  private static S3AddressingStyle style(boolean path) {
    S3AddressingStyle.Style style =
        path ? S3AddressingStyle.Style.PATH : S3AddressingStyle.Style.VIRTUAL;
    return S3AddressingStyle.newBuilder().setStyle(style).build();
  }

  static CredentialInfo credentials(Credential credential) {
    CredentialInfo.Builder info = CredentialInfo.newBuilder();
    switch (credential) {
      case Credential.S3 s3 ->
          info.setS3(
              S3CredentialInfo.newBuilder()
                  .setAccessKeyId(s3.accessKeyId())
                  .setAccessSecretKey(s3.secretAccessKey().reveal()));
      case Credential.Azure azure ->
          info.setAzure(
              AzureCredentialInfo.newBuilder()
                  .setAccessToken(azure.sasUri().reveal())
                  .setExpiryTimestamp(azure.expiry().map(Instant::toString).orElse("")));
      case Credential.OwnIdentity own -> ownIdentity(info, own);
      case Credential.Gcs gcs ->
          info.setGcs(
              GcsCredentialInfo.newBuilder()
                  .setAccessId(gcs.accessId())
                  .setAccessSecret(gcs.secret().reveal())
                  .setServiceAccount(gcs.serviceAccount()));
    }
    return info.build();
  }

  /**
   * Sidecars require the message of the protocol even if there is no credential. For GCS they also
   * require a name of a key, and there is no key.
   */
  private static void ownIdentity(CredentialInfo.Builder info, Credential.OwnIdentity own) {
    switch (own.protocol()) {
      case S3 -> info.setS3(S3CredentialInfo.getDefaultInstance());
      case AZURE -> info.setAzure(AzureCredentialInfo.getDefaultInstance());
      case GCS ->
          info.setGcs(
              GcsCredentialInfo.newBuilder()
                  .setServiceAccount(own.principal().orElse(""))
                  .setPrivateKeyName(NO_KEY));
    }
  }
}
