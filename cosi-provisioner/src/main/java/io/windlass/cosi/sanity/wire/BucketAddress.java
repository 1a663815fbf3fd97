package io.windlass.cosi.sanity.wire;

/** Where a bucket is found by the clients of one protocol. */
public sealed interface BucketAddress {

  /** The protocol whose clients find it so. */
  StorageProtocol protocol();

  /** How the bucket is named in an S3 URL. */
  enum Style {
    /** The driver did not say; v1alpha1 has no field for it. */
    UNKNOWN,
    PATH,
    VIRTUAL
  }

  /** A bucket of an S3 server. */
  record S3(String bucketId, String endpoint, String region, Style style) implements BucketAddress {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.S3;
    }
  }

  /** A container of Azure Blob Storage. */
  record Azure(String storageAccount) implements BucketAddress {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.AZURE;
    }
  }

  /** A bucket of Google Cloud Storage. */
  record Gcs(String projectId, String bucketName) implements BucketAddress {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.GCS;
    }
  }
}
