package io.windlass.store.contract;

import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Settings of buckets with one thing said. */
final class Settings {
  static final BucketSettings VERSIONED = plus(true, false, Map.of());
  static final BucketSettings LOCKED = plus(false, true, Map.of());
  static final BucketSettings RETAINED = LOCKED.withRetentionDays(2);
  static final BucketSettings ENCRYPTED = encrypted(new Encryption.Managed());

  private Settings() {}

  static BucketSettings tags(Map<String, String> tags) {
    return plus(false, false, tags);
  }

  static BucketSettings quota(long bytes) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.of(bytes),
        OptionalInt.empty(),
        new Encryption.BackendDefault(),
        Map.of());
  }

  static BucketSettings expiry(int days) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.of(days),
        new Encryption.BackendDefault(),
        Map.of());
  }

  static BucketSettings region(String region) {
    return new BucketSettings(
        Optional.of(region),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new Encryption.BackendDefault(),
        Map.of());
  }

  static BucketSettings encrypted(Encryption encryption) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        encryption,
        Map.of());
  }

  private static BucketSettings plus(boolean versioning, boolean lock, Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(),
        versioning,
        lock,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new Encryption.BackendDefault(),
        tags);
  }
}
