package io.windlass.cli.records;

import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.VolumeRecord;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a list leaves out of a record. */
final class RecordDetails {
  private RecordDetails() {}

  static void bucket(BucketRecord record, Map<String, Object> into) {
    into.put("request", request(record.request()));
  }

  static void grant(GrantRecord record, Map<String, Object> into) {
    into.put(
        "modes",
        record.principal().buckets().stream()
            .map(RecordDetails::modes)
            .collect(Collectors.joining("; ")));
    into.put(
        "generations",
        record.keys().stream()
            .map(key ->
                "%d%s"
                    .formatted(
                        key.generation().number(),
                        key.handle().map(handle -> " (" + handle.text() + ")").orElse("")))
            .collect(Collectors.joining(", ")));
    into.put("request", request(record.request()));
  }

  private static String modes(BucketGrant grant) {
    AccessModes modes = grant.modes();
    return "%s: data %s, metadata of objects %s, of the bucket %s"
        .formatted(
            grant.bucket(),
            word(modes.objectData()),
            word(modes.objectMetadata()),
            word(modes.bucketMetadata()));
  }

  static void volume(VolumeRecord record, Map<String, Object> into) {
    into.put("whenDeleted", word(record.whenDeleted()));
    into.put("context", pairs(new TreeMap<>(record.context())));
    into.put("changeable", pairs(new TreeMap<>(record.changeable())));
    into.put(
        "source", record.source().map(source -> word(source.of()) + " " + source.id()).orElse(""));
    into.put("region", record.region().orElse(""));
    into.put(
        "attachments",
        record.attachments().stream()
            .map(each ->
                "%s (%s%s), access %s"
                    .formatted(
                        each.node(),
                        each.mode(),
                        each.readOnly() ? ", read-only" : "",
                        each.account()))
            .collect(Collectors.joining("; ")));
    into.put("request", request(record.request()));
  }

  private static String request(Fingerprint fingerprint) {
    return pairs(fingerprint.fields());
  }

  private static String pairs(SortedMap<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + "=" + pair.getValue())
        .collect(Collectors.joining(", "));
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
