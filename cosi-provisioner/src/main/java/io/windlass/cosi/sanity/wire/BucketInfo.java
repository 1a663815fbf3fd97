package io.windlass.cosi.sanity.wire;

/** Where a bucket is found by the clients of one protocol. */
public sealed interface BucketInfo {

  /** The protocol whose clients find it so. */
  Protocol protocol();

  /** How the bucket is named in an S3 URL. */
  enum Style {
    /** The driver did not say; v1alpha1 has no field for it. */
    UNKNOWN,
    PATH,
    VIRTUAL
  }

  /** A bucket of an S3 server. */
  record S3(String bucketId, String endpoint, String region, Style style) implements BucketInfo {
    @Override
    public Protocol protocol() {
      return Protocol.S3;
    }
  }

  /** A container of Azure Blob Storage. */
  record Azure(String storageAccount) implements BucketInfo {
    @Override
    public Protocol protocol() {
      return Protocol.AZURE;
    }
  }

  /** A bucket of Google Cloud Storage. */
  record Gcs(String projectId, String bucketName) implements BucketInfo {
    @Override
    public Protocol protocol() {
      return Protocol.GCS;
    }
  }
}
