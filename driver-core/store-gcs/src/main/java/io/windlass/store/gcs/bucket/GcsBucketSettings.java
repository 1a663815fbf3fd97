package io.windlass.store.gcs.bucket;

import com.google.api.services.storage.model.Bucket;
import io.windlass.backend.BucketSettings;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a bucket as the service has them. The driver has two rules of the lifecycle: one that
 * expires all objects, and one that removes remains of uploads. Rules of others stay.
 */
final class GcsBucketSettings {
  /** Longer than any upload takes, in days. */
  private static final int LEFT_BEHIND = 30;

  private GcsBucketSettings() {}

  /**
   * Returns a new bucket. Only IAM controls access to it, which is never public. It has no soft
   * delete, which would store, and charge, the parts of uploads for another week.
   *
   * @param region location, if the settings name none
   */
  static Bucket fresh(String name, BucketSettings settings, Optional<String> region) {
    Bucket bucket =
        new Bucket()
            .setName(name)
            .setIamConfiguration(
                new Bucket.IamConfiguration()
                    .setUniformBucketLevelAccess(
                        new Bucket.IamConfiguration.UniformBucketLevelAccess().setEnabled(true))
                    .setPublicAccessPrevention("enforced"))
            .setSoftDeletePolicy(new Bucket.SoftDeletePolicy().setRetentionDurationSeconds(0L))
            .setVersioning(new Bucket.Versioning().setEnabled(settings.versioning()))
            .setLifecycle(lifecycle(List.of(), settings));
    settings.region().or(() -> region).ifPresent(bucket::setLocation);
    return bucket;
  }

  /** Returns the changes that give a bucket these settings. */
  static Bucket updated(Bucket seen, BucketSettings settings) {
    return versioned(settings.versioning()).setLifecycle(lifecycle(rules(seen), settings));
  }

  /** Returns the changes that give a bucket the settings that are named here. */
  static Bucket amended(Bucket seen, BucketSettings settings) {
    Bucket changes = settings.versioning() ? versioned(true) : new Bucket();
    return settings.expireDays().isPresent()
        ? changes.setLifecycle(lifecycle(rules(seen), settings))
        : changes;
  }

  static Bucket versioned(boolean wanted) {
    return new Bucket().setVersioning(new Bucket.Versioning().setEnabled(wanted));
  }

  private static List<Bucket.Lifecycle.Rule> rules(Bucket seen) {
    return Optional.ofNullable(seen.getLifecycle())
        .flatMap(lifecycle -> Optional.ofNullable(lifecycle.getRule()))
        .orElse(List.of());
  }

  private static Bucket.Lifecycle lifecycle(
      List<Bucket.Lifecycle.Rule> before, BucketSettings settings) {
    List<Bucket.Lifecycle.Rule> rules = new ArrayList<>();
    before.stream().filter(rule -> !isOurs(rule)).forEach(rules::add);
    rules.add(
        delete(
            new Bucket.Lifecycle.Rule.Condition()
                .setAge(LEFT_BEHIND)
                .setMatchesPrefix(List.of(GcsKeys.RESERVED))));
    settings
        .expireDays()
        .ifPresent(days -> rules.add(delete(new Bucket.Lifecycle.Rule.Condition().setAge(days))));
    return new Bucket.Lifecycle().setRule(rules);
  }

  private static Bucket.Lifecycle.Rule delete(Bucket.Lifecycle.Rule.Condition condition) {
    return new Bucket.Lifecycle.Rule()
        .setAction(new Bucket.Lifecycle.Rule.Action().setType("Delete"))
        .setCondition(condition);
  }

  private static boolean isOurs(Bucket.Lifecycle.Rule rule) {
    Bucket.Lifecycle.Rule.Condition condition = rule.getCondition();
    return "Delete".equals(rule.getAction().getType())
        && condition.getAge() != null
        && (isAgeAlone(condition)
            || List.of(GcsKeys.RESERVED).equals(condition.getMatchesPrefix()));
  }

  private static boolean isAgeAlone(Bucket.Lifecycle.Rule.Condition condition) {
    return condition.equals(new Bucket.Lifecycle.Rule.Condition().setAge(condition.getAge()));
  }
}
