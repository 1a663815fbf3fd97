package io.windlass.store.gcs.bucket;

import com.google.api.client.util.Data;
import com.google.api.services.storage.model.Bucket;
import io.windlass.backend.BucketSettings;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a bucket as the service has them. The driver has two rules of the lifecycle: one that
 * expires all objects, and one that removes remains of uploads. Rules of others stay. Rules have no
 * names, so a label tells the first one from a rule of others.
 */
final class GcsBucketSettings {
  /** Longer than any upload takes, in days. */
  private static final int LEFT_BEHIND = 30;

  /** Label with the days after which the driver's rule expires all objects. */
  private static final String EXPIRE_DAYS = "windlass-expire-days";

  private GcsBucketSettings() {}

  /**
   * Returns a new bucket. Only IAM controls access to it, which is never public. Unless the
   * connection says so, it has no soft delete, which would store, and charge, the parts of uploads
   * for another week.
   *
   * @param connection names the location, if the settings name none
   */
  static Bucket fresh(String name, BucketSettings settings, GcsConnection connection) {
    Bucket bucket =
        new Bucket()
            .setName(name)
            .setIamConfiguration(
                new Bucket.IamConfiguration()
                    .setUniformBucketLevelAccess(
                        new Bucket.IamConfiguration.UniformBucketLevelAccess().setEnabled(true))
                    .setPublicAccessPrevention("enforced"))
            .setSoftDeletePolicy(
                new Bucket.SoftDeletePolicy()
                    .setRetentionDurationSeconds(connection.softDelete().toSeconds()))
            .setVersioning(new Bucket.Versioning().setEnabled(settings.versioning()));
    if (settings.hierarchicalNamespace()) {
      bucket.setHierarchicalNamespace(new Bucket.HierarchicalNamespace().setEnabled(true));
    }
    expiring(bucket, new Bucket(), settings);
    settings.region().or(connection::region).ifPresent(bucket::setLocation);
    return bucket;
  }

  static boolean isHierarchical(Bucket seen) {
    return Optional.ofNullable(seen.getHierarchicalNamespace())
        .flatMap(namespace -> Optional.ofNullable(namespace.getEnabled()))
        .orElse(false);
  }

  /** Returns the changes that give a bucket these settings. */
  static Bucket updated(Bucket seen, BucketSettings settings) {
    return expiring(versioned(settings.versioning()), seen, settings);
  }

  /** Returns the changes that give a bucket the settings that are named here. */
  static Bucket amended(Bucket seen, BucketSettings settings) {
    Bucket changes = settings.versioning() ? versioned(true) : new Bucket();
    return settings.expireDays().isPresent() ? expiring(changes, seen, settings) : changes;
  }

  static Bucket versioned(boolean wanted) {
    return new Bucket().setVersioning(new Bucket.Versioning().setEnabled(wanted));
  }

  private static List<Bucket.Lifecycle.Rule> rules(Bucket seen) {
    return Optional.ofNullable(seen.getLifecycle())
        .flatMap(lifecycle -> Optional.ofNullable(lifecycle.getRule()))
        .orElse(List.of());
  }

  /** Adds the rules and the label to the changes of a bucket. */
  private static Bucket expiring(Bucket changes, Bucket seen, BucketSettings settings) {
    Map<String, String> labels =
        new HashMap<>(Optional.ofNullable(seen.getLabels()).orElse(Map.of()));
    List<Bucket.Lifecycle.Rule> rules = new ArrayList<>(rules(seen));
    rules.removeIf(GcsBucketSettings::removesRemains);
    Optional.ofNullable(labels.get(EXPIRE_DAYS))
        .filter(days -> days.matches("[1-9][0-9]{0,5}")) // others may write labels, too
        .map(days -> delete(new Bucket.Lifecycle.Rule.Condition().setAge(Integer.valueOf(days))))
        .ifPresent(rules::remove);
    rules.add(
        delete(
            new Bucket.Lifecycle.Rule.Condition()
                .setAge(LEFT_BEHIND)
                .setMatchesPrefix(List.of(GcsKeys.RESERVED))));
    if (settings.expireDays().isPresent()) {
      int days = settings.expireDays().getAsInt();
      rules.add(delete(new Bucket.Lifecycle.Rule.Condition().setAge(days)));
      labels.put(EXPIRE_DAYS, Integer.toString(days));
    } else if (labels.containsKey(EXPIRE_DAYS)) {
      labels.put(EXPIRE_DAYS, Data.nullOf(String.class));
    }
    if (!labels.isEmpty()) {
      changes.setLabels(labels);
    }
    return changes.setLifecycle(new Bucket.Lifecycle().setRule(rules));
  }

  private static Bucket.Lifecycle.Rule delete(Bucket.Lifecycle.Rule.Condition condition) {
    return new Bucket.Lifecycle.Rule()
        .setAction(new Bucket.Lifecycle.Rule.Action().setType("Delete"))
        .setCondition(condition);
  }

  /** Returns whether a rule is the one by which what dead mounters left behind is deleted. */
  static boolean removesRemains(Bucket.Lifecycle.Rule rule) {
    return "Delete".equals(rule.getAction().getType())
        && List.of(GcsKeys.RESERVED).equals(rule.getCondition().getMatchesPrefix());
  }
}
