package io.windlass.store.s3.client;

/** Flavour of S3 server: determines which API makes principals and quotas. */
public enum S3Flavor {
  /** MinIO, through its admin API. */
  MINIO,
  /** Any other server: buckets and data; access cannot be granted. */
  NONE
}
