package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of objects that clients set: cloud.google.com/storage/docs/json_api/v1/objects#resource.
 */
final class ObjectFields {
  /** cloud.google.com/storage/quotas#objects. */
  private static final int MOST_METADATA = 8 << 10;

  private static final Set<String> SETTABLE =
      Set.of(
          "contentType",
          "contentEncoding",
          "contentDisposition",
          "contentLanguage",
          "cacheControl",
          "customTime",
          "metadata",
          "storageClass",
          "eventBasedHold",
          "temporaryHold",
          "retention",
          "contexts");

  /**
   * json_api/v1/objects#resource: requests name the key as a parameter; answers show it with its
   * version.
   */
  static final String KMS_KEY = "kmsKeyName";

  /** Fields that the service sets, and that clients may send back. */
  private static final Set<String> ITS_OWN =
      Set.of(
          "kind",
          "id",
          "name",
          "bucket",
          "selfLink",
          "mediaLink",
          "generation",
          "metageneration",
          "etag",
          "size",
          "md5Hash",
          "crc32c",
          "timeCreated",
          "updated",
          "timeDeleted",
          "timeFinalized",
          "timeStorageClassUpdated",
          "componentCount",
          "softDeleteTime",
          "hardDeleteTime");

  private ObjectFields() {}

  /** Returns the fields of a body that clients set; null removes a field. */
  static ObjectNode settable(ObjectNode body) {
    ObjectNode found = JsonText.object();
    body.properties()
        .forEach(field -> {
          if (SETTABLE.contains(field.getKey())) {
            found.set(field.getKey(), field.getValue());
          } else if (!ITS_OWN.contains(field.getKey()) && asks(field.getValue())) {
            throw Refusal.unknown("the field '" + field.getKey() + "' of objects");
          }
        });
    requireSmall(found);
    return found;
  }

  /** Returns whether a value has an effect; an empty list or a hold that is false has none. */
  private static boolean asks(JsonNode value) {
    return !value.isNull() && !(value.isContainer() && value.isEmpty()) && value.asBoolean(true);
  }

  /** Returns the fields with the encryption key of the request, if it names one. */
  static ObjectNode encrypted(ObjectNode fields, Optional<String> key) {
    fields.remove(KMS_KEY);
    key.ifPresent(name -> fields.put(KMS_KEY, name + "/cryptoKeyVersions/1"));
    return fields;
  }

  /** Returns whether a hold prevents deletion and replacement: docs/object-holds. */
  static boolean isHeld(ObjectNode fields) {
    return fields.path("eventBasedHold").asBoolean(false)
        || fields.path("temporaryHold").asBoolean(false);
  }

  /** Returns the fields of a new object, without null values. */
  static ObjectNode fresh(ObjectNode body) {
    ObjectNode fields = JsonText.object();
    JsonText.merge(fields, settable(body));
    return fields;
  }

  /** RFC 7396: cloud.google.com/storage/docs/json_api/v1/objects/patch. */
  static ObjectNode patched(ObjectNode before, ObjectNode body) {
    ObjectNode fields = before.deepCopy();
    JsonText.merge(fields, settable(body));
    requireSmall(fields);
    return fields;
  }

  private static void requireSmall(ObjectNode fields) {
    int size =
        fields.path("metadata").properties().stream()
            .mapToInt(pair ->
                (pair.getKey() + pair.getValue().asString(""))
                    .getBytes(StandardCharsets.UTF_8)
                    .length)
            .sum();
    if (size > MOST_METADATA) {
      throw Refusal.invalid("The metadata of the object is larger than 8 KiB.");
    }
  }
}
