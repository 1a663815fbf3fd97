package io.windlass.backend;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Wanted settings of a bucket. An empty setting is left to the backend's default.
 *
 * @param region the region where the bucket is made
 * @param versioning whether it keeps versions of its objects
 * @param objectLock whether objects can be locked against deletion; implies versioning
 * @param retentionDays days for which each new object is retained, counted from when it was
 *     written, unless its writer says otherwise: at least 1, and only with {@code objectLock}. Who
 *     owns the bucket can shorten or end it (S3: GOVERNANCE, Azure: unlocked)
 * @param quotaBytes limit of the bytes that it may hold
 * @param expireDays days after which objects expire, at least 1
 * @param encryption how objects are encrypted at rest
 * @param tags at most 50, keys up to 128 characters, values up to 256
 * @param hierarchicalNamespace whether its directories are the server's own
 */
public record BucketSettings(
    Optional<String> region,
    boolean versioning,
    boolean objectLock,
    OptionalInt retentionDays,
    OptionalLong quotaBytes,
    OptionalInt expireDays,
    Encryption encryption,
    Map<String, String> tags,
    boolean hierarchicalNamespace) {
  public BucketSettings {
    tags = Map.copyOf(tags);
  }

  /** The same for a bucket whose names are flat, and whose objects are not retained by default. */
  public BucketSettings(
      Optional<String> region,
      boolean versioning,
      boolean objectLock,
      OptionalLong quotaBytes,
      OptionalInt expireDays,
      Encryption encryption,
      Map<String, String> tags) {
    this(
        region,
        versioning,
        objectLock,
        OptionalInt.empty(),
        quotaBytes,
        expireDays,
        encryption,
        tags,
        false);
  }

  /** Leaves all settings to the backend. */
  public static final BucketSettings DEFAULT =
      new BucketSettings(
          Optional.empty(),
          false,
          false,
          OptionalLong.empty(),
          OptionalInt.empty(),
          new Encryption.BackendDefault(),
          Map.of());

  /** Returns these settings for a bucket in this region. */
  public BucketSettings in(String where) {
    return new BucketSettings(
        Optional.of(where),
        versioning,
        objectLock,
        retentionDays,
        quotaBytes,
        expireDays,
        encryption,
        tags,
        hierarchicalNamespace);
  }

  /** Returns these settings for a bucket with a hierarchical namespace, or with a flat one. */
  public BucketSettings withHierarchicalNamespace(boolean wanted) {
    return new BucketSettings(
        region,
        versioning,
        objectLock,
        retentionDays,
        quotaBytes,
        expireDays,
        encryption,
        tags,
        wanted);
  }

  /** Returns these settings for a bucket that retains each new object for so many days. */
  public BucketSettings withRetentionDays(int days) {
    return new BucketSettings(
        region,
        versioning,
        objectLock,
        OptionalInt.of(days),
        quotaBytes,
        expireDays,
        encryption,
        tags,
        hierarchicalNamespace);
  }

  /**
   * Returns the features that a backend must offer for these settings, by the name of the setting
   * as a parameter. Regions are not among them: each backend has its own and checks them itself.
   */
  public Map<String, Feature> needs() {
    Map<String, Feature> needs = new TreeMap<>();
    if (objectLock) {
      needs.put("objectLock", Feature.OBJECT_LOCK);
    } else if (versioning) {
      needs.put("versioning", Feature.BUCKET_VERSIONS);
    }
    if (retentionDays.isPresent()) {
      needs.put("retentionDays", Feature.OBJECT_LOCK);
    }
    if (quotaBytes.isPresent()) {
      needs.put("quota", Feature.BUCKET_QUOTA);
    }
    if (expireDays.isPresent()) {
      needs.put("expirationDays", Feature.BUCKET_LIFECYCLE);
    }
    if (hierarchicalNamespace) {
      needs.put("hierarchicalNamespace", Feature.BUCKET_HIERARCHY);
    }
    if (!tags.isEmpty()) {
      needs.put("tags", Feature.BUCKET_TAGS);
    }
    switch (encryption) {
      case Encryption.BackendDefault() -> {}
      case Encryption.Managed() -> needs.put("encryption=AES256", Feature.ENCRYPTION_MANAGED);
      case Encryption.Kms(String _) -> needs.put("encryption=aws:kms", Feature.ENCRYPTION_KMS);
      case Encryption.Scope(String _) -> needs.put("encryptionScope", Feature.ENCRYPTION_SCOPE);
    }
    return needs;
  }

  /**
   * Returns those of {@link #needs()} that a backend with these capabilities does not offer;
   * sorted.
   */
  public List<String> notOfferedBy(Capabilities capabilities) {
    return needs().entrySet().stream()
        .filter(need -> !capabilities.has(need.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Encryption at rest. */
  public sealed interface Encryption {
    /** The backend's default encryption. */
    record BackendDefault() implements Encryption {}

    /** Keys that the storage server manages (S3: SSE-S3, AES256). */
    record Managed() implements Encryption {}

    /** A key of a key management service (S3: SSE-KMS). */
    record Kms(String keyId) implements Encryption {}

    /**
     * A named scope, which says by which keys (Azure).
     *
     * @param name 3 to 63 lower case letters, digits and single hyphens between them
     */
    record Scope(String name) implements Encryption {}
  }
}
