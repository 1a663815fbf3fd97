package io.windlass.store.s3;

/** What kind of server speaks S3, which is to say: who makes principals and quotas there. */
public enum S3Flavor {
  /** MinIO, through its admin API. */
  MINIO,
  /** Any other: buckets and data; access cannot be granted. */
  NONE
}
