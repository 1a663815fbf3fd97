package io.windlass.fake.gcs;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A bucket. */
final class GcsBucket {
  private final String name;
  private final String project;
  private final Instant created;
  private final ObjectTable objects;
  private final PolicyHistory policy;
  private final Folders folders;
  private final ManagedFolders managedFolders = new ManagedFolders();
  private final Map<String, Instant> lastWrites = new HashMap<>();
  private ObjectNode fields;
  private Instant updated;
  private long metageneration = 1;

  GcsBucket(String name, String project, ObjectNode fields, IamPolicy policy, FakeClock clock) {
    this.name = name;
    this.project = project;
    this.fields = fields;
    this.policy = new PolicyHistory(policy);
    this.created = clock.now();
    this.updated = created;
    this.objects = new ObjectTable(clock);
    this.folders = new Folders(clock);
  }

  String name() {
    return name;
  }

  String project() {
    return project;
  }

  Instant created() {
    return created;
  }

  Instant updated() {
    return updated;
  }

  long metageneration() {
    return metageneration;
  }

  /** Returns the fields that clients set; must not be changed in place. */
  ObjectNode fields() {
    return fields;
  }

  void change(ObjectNode changed, Instant now) {
    fields = changed;
    updated = now;
    metageneration++;
  }

  ObjectTable objects() {
    return objects;
  }

  PolicyHistory policy() {
    return policy;
  }

  Folders folders() {
    return folders;
  }

  ManagedFolders managedFolders() {
    return managedFolders;
  }

  boolean versioned() {
    return fields.path("versioning").path("enabled").asBoolean(false);
  }

  boolean uniform() {
    return fields
        .path("iamConfiguration")
        .path("uniformBucketLevelAccess")
        .path("enabled")
        .asBoolean(false);
  }

  boolean hierarchical() {
    return fields.path("hierarchicalNamespace").path("enabled").asBoolean(false);
  }

  /** Returns the retention of soft delete. */
  Duration kept() {
    return Duration.ofSeconds(
        fields.path("softDeletePolicy").path("retentionDurationSeconds").asLong(0));
  }

  /**
   * Returns the least age of objects that are deleted: cloud.google.com/storage/docs/bucket-lock.
   */
  Duration retained() {
    return Duration.ofSeconds(fields.path("retentionPolicy").path("retentionPeriod").asLong(0));
  }

  /** Returns whether new objects are held: cloud.google.com/storage/docs/object-holds. */
  boolean holds() {
    return fields.path("defaultEventBasedHold").asBoolean(false);
  }

  String storageClass() {
    return JsonText.text(fields, "storageClass").orElse("STANDARD");
  }

  /** cloud.google.com/storage/quotas#objects: the rate of writes to one name. */
  void requireRate(String object, Instant now, FakeSettings settings) {
    Duration interval = settings.writeInterval();
    Optional<Instant> last = Optional.ofNullable(lastWrites.get(object));
    if (interval.isPositive() && last.filter(t -> t.plus(interval).isAfter(now)).isPresent()) {
      lastWrites.put(object, last.get().minus(settings.passingWrites()));
      throw Refusal.of(
          429,
          "rateLimitExceeded",
          "The object %s/%s exceeded the rate limit for object mutation operations (create, update, and delete). Please reduce your request rate. See https://cloud.google.com/storage/docs/gcs429."
              .formatted(name, object));
    }
    lastWrites.put(object, now);
  }
}
