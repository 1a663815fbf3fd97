package io.windlass.provision;

import io.windlass.store.Backend;
import io.windlass.store.BucketSettings;
import io.windlass.store.BucketSettings.Encryption;
import io.windlass.store.Feature;
import io.windlass.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses, before anything is done, what a backend is known not to offer. Regions are for the
 * backend to judge: every one of them has its own.
 */
final class SettingsCheck {
  private SettingsCheck() {}

  static void check(BucketSettings settings, Backend backend) {
    List<String> refused = new ArrayList<>();
    require(settings.versioning(), Feature.VERSIONS, "versioning", backend, refused);
    require(settings.objectLock(), Feature.OBJECT_LOCK, "objectLock", backend, refused);
    require(settings.quotaBytes().isPresent(), Feature.BUCKET_QUOTA, "quota", backend, refused);
    require(
        settings.expireDays().isPresent(),
        Feature.BUCKET_LIFECYCLE,
        "expirationDays",
        backend,
        refused);
    require(!settings.tags().isEmpty(), Feature.BUCKET_TAGS, "tags", backend, refused);
    switch (settings.encryption()) {
      case Encryption.BackendDefault() -> {}
      case Encryption.Managed() ->
          require(true, Feature.ENCRYPTION_MANAGED, "encryption=AES256", backend, refused);
      case Encryption.Kms(String keyId) ->
          require(true, Feature.ENCRYPTION_KMS, "encryption=aws:kms", backend, refused);
    }
    if (!refused.isEmpty()) {
      throw new StoreException.InvalidArgument(
          "backend %s does not offer parameter %s: leave it out"
              .formatted(backend.name(), String.join(", ", refused)));
    }
  }

  private static void require(
      boolean asked, Feature feature, String parameter, Backend backend, List<String> refused) {
    if (asked && !backend.capabilities().has(feature)) {
      refused.add(parameter);
    }
  }
}
