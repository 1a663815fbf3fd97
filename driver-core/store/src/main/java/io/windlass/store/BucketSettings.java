package io.windlass.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

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

  /** The same in a region. */
  public BucketSettings in(String where) {
    return new BucketSettings(
        Optional.of(where), versioning, objectLock, quotaBytes, expireDays, encryption, tags);
  }

  /**
   * What a backend must offer for these settings: the feature, by the name that the setting has as
   * a parameter. Regions are for the backend to judge, every one of them has its own.
   */
  public Map<String, Feature> needs() {
    Map<String, Feature> needs = new TreeMap<>();
    if (versioning) {
      needs.put("versioning", Feature.BUCKET_VERSIONS);
    }
    if (objectLock) {
      needs.put("objectLock", Feature.OBJECT_LOCK);
    }
    if (quotaBytes.isPresent()) {
      needs.put("quota", Feature.BUCKET_QUOTA);
    }
    if (expireDays.isPresent()) {
      needs.put("expirationDays", Feature.BUCKET_LIFECYCLE);
    }
    if (!tags.isEmpty()) {
      needs.put("tags", Feature.BUCKET_TAGS);
    }
    switch (encryption) {
      case Encryption.BackendDefault() -> {}
      case Encryption.Managed() -> needs.put("encryption=AES256", Feature.ENCRYPTION_MANAGED);
      case Encryption.Kms(String _) -> needs.put("encryption=aws:kms", Feature.ENCRYPTION_KMS);
    }
    return needs;
  }

  /** Those of {@link #needs()} that a backend with these capabilities does not offer; sorted. */
  public List<String> notOfferedBy(Capabilities capabilities) {
    return needs().entrySet().stream()
        .filter(need -> !capabilities.has(need.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

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
