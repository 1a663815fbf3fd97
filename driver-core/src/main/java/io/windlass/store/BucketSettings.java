package io.windlass.store;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a bucket is to be like. Whatever is empty is left to the backend's default.
 *
 * @param region where it is made
 * @param versioning whether it keeps versions of its objects
 * @param objectLock whether objects can be locked against deletion; implies versioning
 * @param quotaBytes most bytes it may hold
 * @param expireDays days after which objects expire, at least 1
 * @param encryption how objects are encrypted at rest
 * @param tags at most 50, keys up to 128 characters, values up to 256
 */
public record BucketSettings(
    Optional<String> region,
    boolean versioning,
    boolean objectLock,
    OptionalLong quotaBytes,
    OptionalInt expireDays,
    Encryption encryption,
    Map<String, String> tags) {
  public BucketSettings {
    tags = Map.copyOf(tags);
  }

  /** All of it left to the backend. */
  public static final BucketSettings DEFAULT =
      new BucketSettings(
          Optional.empty(),
          false,
          false,
          OptionalLong.empty(),
          OptionalInt.empty(),
          new Encryption.BackendDefault(),
          Map.of());

  /** Encryption at rest. */
  public sealed interface Encryption {
    /** Whatever the backend does unasked. */
    record BackendDefault() implements Encryption {}

    /** Keys that the storage server manages (S3: SSE-S3, AES256). */
    record Managed() implements Encryption {}

    /** A key of a key management service (S3: SSE-KMS). */
    record Kms(String keyId) implements Encryption {}
  }
}
