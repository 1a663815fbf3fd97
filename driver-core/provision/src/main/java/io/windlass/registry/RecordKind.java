package io.windlass.registry;

/**
 * A kind of record.
 *
 * @param folder folder in the registry bucket that contains the records
 * @param type record class of the values, which Jackson reads and writes
 * @param listed whether callers list the records, and none has a secret: then listings tell them,
 *     on servers whose listings can
 */
public record RecordKind<T>(String folder, Class<T> type, boolean listed) {
  /** Buckets that the driver created or adopted; the id is the backend's name of the bucket. */
  public static final RecordKind<BucketRecord> BUCKETS =
      new RecordKind<>("buckets", BucketRecord.class);

  /** Access that was granted; the id is the account. */
  public static final RecordKind<GrantRecord> GRANTS =
      new RecordKind<>("grants", GrantRecord.class);

  /** Volumes; the id is the bucket, or the bucket, a slash and the volume's folder in it. */
  public static final RecordKind<VolumeRecord> VOLUMES =
      new RecordKind<>("volumes", VolumeRecord.class, true);

  /** A kind of which callers list no records. */
  public RecordKind(String folder, Class<T> type) {
    this(folder, type, false);
  }
}
