package io.windlass.registry;

/**
 * A kind of record: the folder it lies in, and the shape of its value (a record class that Jackson
 * reads and writes).
 */
public record Kind<T>(String folder, Class<T> type) {
  /** Buckets that the driver made or adopted; the id is the backend's name of the bucket. */
  public static final Kind<BucketRecord> BUCKETS = new Kind<>("buckets", BucketRecord.class);

  /** Access that was granted; the id is the account. */
  public static final Kind<GrantRecord> GRANTS = new Kind<>("grants", GrantRecord.class);

  /** Volumes; the id is the bucket, or the bucket, a slash and the volume's folder in it. */
  public static final Kind<VolumeRecord> VOLUMES = new Kind<>("volumes", VolumeRecord.class);
}
