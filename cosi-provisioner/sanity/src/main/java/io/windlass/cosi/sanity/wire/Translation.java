package io.windlass.cosi.sanity.wire;

import io.windlass.proto.cosi.v1alpha2.AccessMode;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3BucketInfo;
import java.util.ArrayList;
import java.util.List;

/** Converts between the messages of v1alpha2 and the model of this package. */
final class Translation {
  private Translation() {}

  static ObjectProtocol protocol(StorageProtocol protocol) {
    return ObjectProtocol.newBuilder().setTypeValue(protocol.number()).build();
  }

  static List<ObjectProtocol> protocolMessages(List<StorageProtocol> protocols) {
    return protocols.stream().map(Translation::protocol).toList();
  }

  /** Returns the defined protocols. Undefined ones are left out; the caller counts them. */
  static List<StorageProtocol> protocols(List<ObjectProtocol> messages) {
    List<StorageProtocol> known = new ArrayList<>();
    for (ObjectProtocol message : messages) {
      for (StorageProtocol protocol : StorageProtocol.values()) {
        if (protocol.number() == message.getTypeValue()) {
          known.add(protocol);
        }
      }
    }
    return known;
  }

  static AccessedBucket accessed(AccessRequest.AccessedBucket bucket, ApiRevision revision) {
    AccessedBucket.Builder message =
        AccessedBucket.newBuilder()
            .setBucketId(bucket.bucket().id())
            .setObjectDataAccessMode(mode(bucket.modes().objectData(), revision));
    if (revision.hasMetadataModes()) {
      message
          .setObjectMetadataAccessMode(mode(bucket.modes().objectMetadata(), revision))
          .setBucketMetadataAccessMode(mode(bucket.modes().bucketMetadata(), revision));
    }
    return message.build();
  }

  private static AccessMode mode(Mode mode, ApiRevision revision) {
    return AccessMode.newBuilder().setModeValue(mode.number(revision)).build();
  }

  /** Returns the infos whose message is present, even if the message is empty. */
  static List<BucketInfo> infos(ObjectProtocolAndBucketInfo message) {
    List<BucketInfo> infos = new ArrayList<>();
    if (message.hasS3()) {
      S3BucketInfo s3 = message.getS3();
      infos.add(
          new BucketInfo.S3(
              s3.getBucketId(),
              s3.getEndpoint(),
              s3.getRegion(),
              switch (s3.getAddressingStyle().getStyle()) {
                case PATH -> BucketInfo.Style.PATH;
                case VIRTUAL -> BucketInfo.Style.VIRTUAL;
                case UNKNOWN, UNRECOGNIZED -> BucketInfo.Style.UNKNOWN;
              }));
    }
    if (message.hasAzure()) {
      infos.add(new BucketInfo.Azure(message.getAzure().getStorageAccount()));
    }
    if (message.hasGcs()) {
      infos.add(
          new BucketInfo.Gcs(message.getGcs().getProjectId(), message.getGcs().getBucketName()));
    }
    return infos;
  }

  /** Returns the credentials whose message is present, even if the message is empty. */
  static List<WorkloadCredential> credentials(CredentialInfo message) {
    List<WorkloadCredential> credentials = new ArrayList<>();
    if (message.hasS3()) {
      credentials.add(
          new WorkloadCredential.S3(
              message.getS3().getAccessKeyId(), message.getS3().getAccessSecretKey()));
    }
    if (message.hasAzure()) {
      credentials.add(
          new WorkloadCredential.Azure(
              message.getAzure().getAccessToken(), message.getAzure().getExpiryTimestamp()));
    }
    if (message.hasGcs()) {
      var gcs = message.getGcs();
      credentials.add(
          new WorkloadCredential.Gcs(
              gcs.getAccessId(),
              gcs.getAccessSecret(),
              gcs.getPrivateKeyName(),
              gcs.getServiceAccount()));
    }
    return credentials;
  }
}
