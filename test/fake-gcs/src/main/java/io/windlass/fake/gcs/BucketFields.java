package io.windlass.fake.gcs;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of buckets that clients set: cloud.google.com/storage/docs/json_api/v1/buckets#resource.
 */
final class BucketFields {
  private static final long DAY = 24 * 60 * 60;
  private static final int MOST_LABELS = 64;
  private static final int MOST_RULES = 100;
  private static final Pattern LABEL =
      Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}");
  private static final Pattern VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}");

  private static final Set<String> SETTABLE =
      Set.of(
          "location",
          "storageClass",
          "labels",
          "versioning",
          "lifecycle",
          "softDeletePolicy",
          "retentionPolicy",
          "defaultEventBasedHold",
          "hierarchicalNamespace",
          "iamConfiguration");

  private static final Set<String> ITS_OWN =
      Set.of(
          "kind",
          "id",
          "name",
          "selfLink",
          "projectNumber",
          "etag",
          "metageneration",
          "timeCreated",
          "updated",
          "locationType",
          "generation");

  private BucketFields() {}

  /** Returns the fields of a new bucket. */
  static ObjectNode fresh(ObjectNode body, String now) {
    ObjectNode fields = JsonText.object().put("location", "US").put("storageClass", "STANDARD");
    // cloud.google.com/storage/docs/soft-delete: seven days unless it is said
    fields.putObject("softDeletePolicy").put("retentionDurationSeconds", Long.toString(7 * DAY));
    ObjectNode iam = fields.putObject("iamConfiguration");
    iam.putObject("uniformBucketLevelAccess").put("enabled", false);
    iam.put("publicAccessPrevention", "inherited");
    return merged(fields, body, now);
  }

  /** Returns the fields after a patch. */
  static ObjectNode patched(ObjectNode before, ObjectNode body, String now) {
    if (body.has("hierarchicalNamespace")
        && !body.get("hierarchicalNamespace").equals(before.path("hierarchicalNamespace"))) {
      throw Refusal.invalid("The hierarchical namespace of a bucket cannot be changed.");
    }
    if (body.has("location")
        && !body.get("location")
            .asString("")
            .equalsIgnoreCase(before.path("location").asString())) {
      throw Refusal.invalid("The location of a bucket cannot be changed.");
    }
    return merged(before.deepCopy(), body, now);
  }

  private static ObjectNode merged(ObjectNode fields, ObjectNode body, String now) {
    ObjectNode wanted = JsonText.object();
    body.properties()
        .forEach(field -> {
          if (SETTABLE.contains(field.getKey())) {
            wanted.set(field.getKey(), field.getValue());
          } else if (!ITS_OWN.contains(field.getKey()) && asks(field.getValue())) {
            throw Refusal.unknown("the field '" + field.getKey() + "' of buckets");
          }
        });
    JsonNode kept = fields.path("softDeletePolicy").path("retentionDurationSeconds");
    JsonText.merge(fields, wanted);
    fields.put("location", fields.path("location").asString("US").toUpperCase(Locale.ROOT));
    if (fields.get("softDeletePolicy") instanceof ObjectNode policy
        && (!policy.has("effectiveTime")
            || !policy.path("retentionDurationSeconds").equals(kept))) {
      policy.put("effectiveTime", now);
    }
    require(fields);
    return fields;
  }

  private static boolean asks(JsonNode value) {
    return !value.isNull() && !(value.isContainer() && value.isEmpty()) && value.asBoolean(true);
  }

  private static void require(ObjectNode fields) {
    requireLabels(fields.path("labels"));
    requireLifecycle(fields.path("lifecycle"));
    // cloud.google.com/storage/docs/soft-delete: 0, or from 7 to 90 days
    long kept = fields.path("softDeletePolicy").path("retentionDurationSeconds").asLong(0);
    if (kept != 0 && (kept < 7 * DAY || kept > 90 * DAY)) {
      throw Refusal.invalid("Soft delete retention must be 0 or between 7 and 90 days.");
    }
    boolean hierarchical = fields.path("hierarchicalNamespace").path("enabled").asBoolean(false);
    boolean uniform =
        fields
            .path("iamConfiguration")
            .path("uniformBucketLevelAccess")
            .path("enabled")
            .asBoolean(false);
    // cloud.google.com/storage/docs/hns-overview#limitations
    if (hierarchical && !uniform) {
      throw Refusal.invalid(
          "Hierarchical namespace needs uniform bucket-level access to be enabled.");
    }
    if (hierarchical && fields.path("versioning").path("enabled").asBoolean(false)) {
      throw Refusal.invalid("Object versioning is not there with a hierarchical namespace.");
    }
  }

  /** cloud.google.com/storage/docs/tags-and-labels#bucket-labels. */
  private static void requireLabels(JsonNode labels) {
    if (labels.size() > MOST_LABELS) {
      throw Refusal.invalid("A bucket can have at most 64 labels.");
    }
    labels
        .properties()
        .forEach(label -> {
          if (!LABEL.matcher(label.getKey()).matches()
              || !VALUE.matcher(label.getValue().asString("")).matches()) {
            throw Refusal.invalid("Invalid label: " + label.getKey());
          }
        });
  }

  /** cloud.google.com/storage/docs/lifecycle; the fake stores the rules and does not apply them. */
  private static void requireLifecycle(JsonNode lifecycle) {
    List<JsonNode> rules = JsonText.elements(lifecycle, "rule");
    boolean right =
        rules.stream()
            .allMatch(rule ->
                Set.of("Delete", "SetStorageClass", "AbortIncompleteMultipartUpload")
                        .contains(rule.path("action").path("type").asString(""))
                    && !rule.path("condition").isEmpty());
    if (!right || rules.size() > MOST_RULES) {
      throw Refusal.invalid("Invalid lifecycle configuration.");
    }
  }
}
