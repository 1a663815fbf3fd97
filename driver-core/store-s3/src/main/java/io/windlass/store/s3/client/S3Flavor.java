package io.windlass.store.s3.client;

/** Flavour of S3 server: determines which API makes principals and quotas. */
public enum S3Flavor {
  /** Amazon S3, through IAM. */
  AWS,
  /** Ceph's object gateway from Squid on, through the IAM API of an account. */
  RGW,
  /** SeaweedFS, through its IAM API. */
  SEAWEEDFS,
  /** Versity S3 Gateway, through the IAM API of a process beside it. */
  VERSITYGW,
  /** MinIO, through its admin API. */
  MINIO,
  /** Any other server: buckets and data; access cannot be granted. */
  NONE
}
