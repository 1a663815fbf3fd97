package io.windlass.cosi.sanity.wire;

/** Address of a bucket for the clients of one protocol. */
public sealed interface BucketInfo {

  /** Returns the protocol of these clients. */
  StorageProtocol protocol();

  /** Addressing style of S3 URLs: the bucket's name in the path or in the host name. */
  enum Style {
    /** The driver did not name a style; v1alpha1 has no field for it. */
    UNKNOWN,
    PATH,
    VIRTUAL
  }

  /** A bucket of an S3 server. */
  record S3(String bucketId, String endpoint, String region, Style style) implements BucketInfo {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.S3;
    }
  }

  /** A container of Azure Blob Storage. */
  record Azure(String storageAccount) implements BucketInfo {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.AZURE;
    }
  }

  /** A bucket of Google Cloud Storage. */
  record Gcs(String projectId, String bucketName) implements BucketInfo {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.GCS;
    }
  }
}
