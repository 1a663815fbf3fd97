package io.windlass.backend;

import io.windlass.access.Protocol;
import java.net.URI;

/** Location of a bucket, in the terms of the protocol that a workload uses. Contains no secret. */
public sealed interface BucketLocation {

  /** Returns the protocol of this location. */
  Protocol protocol();

  /** Returns the backend's own name of the bucket or container. */
  String bucket();

  /**
   * A bucket on an S3 server.
   *
   * @param endpoint base URL of the server, as workloads reach it, without the bucket
   * @param region never empty: {@code us-east-1} where the server knows no regions
   * @param pathStyle whether the bucket is addressed in the path rather than in the host name
   */
  record S3(String bucket, URI endpoint, String region, boolean pathStyle)
      implements BucketLocation {
    @Override
    public Protocol protocol() {
      return Protocol.S3;
    }
  }

  /** A container of an Azure storage account. */
  record Azure(String bucket, String storageAccount, URI endpoint) implements BucketLocation {
    @Override
    public Protocol protocol() {
      return Protocol.AZURE;
    }
  }

  /**
   * A Google Cloud Storage bucket.
   *
   * @param endpoint base URL of the service
   */
  record Gcs(String bucket, String projectId, URI endpoint) implements BucketLocation {
    @Override
    public Protocol protocol() {
      return Protocol.GCS;
    }
  }
}
