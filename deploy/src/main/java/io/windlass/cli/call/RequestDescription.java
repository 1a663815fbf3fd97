package io.windlass.cli.call;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** A request of a method for people: its fields, and an example to change. */
final class RequestDescription {
  private RequestDescription() {}

  /** Stands for the id of a node, which has a key in it. */
  private static final String NODE = "NODE_ID";

  /** Fields of an example, by their names. An example has no others, unless they are objects. */
  private static final Map<String, Object> SAMPLES =
      Map.ofEntries(
          Map.entry("account_name", "ba-mine"),
          Map.entry("account_id", "local/ba-mine"),
          Map.entry("bucket_id", "local/bc-mine"),
          Map.entry("object_data_access_mode", Map.of("mode", "READ_WRITE")),
          Map.entry("volume_id", "local/mine"),
          Map.entry("source_volume_id", "local/mine"),
          Map.entry("source_volume_ids", "local/mine"),
          Map.entry("volume_capability", capability()),
          Map.entry("volume_capabilities", capability()),
          Map.entry("required_bytes", 1 << 30),
          Map.entry("mutable_parameters", Map.of("maxObjects", "1000")),
          Map.entry("snapshot_id", "local/mine-snapshot"),
          Map.entry("group_snapshot_id", "local/mine-group"),
          Map.entry("node_id", NODE),
          Map.entry("staging_target_path", "/tmp/mine/staging"),
          Map.entry("target_path", "/tmp/mine/target"),
          Map.entry("volume_path", "/tmp/mine/target"),
          Map.entry("volume_publish_path", "/tmp/mine/target"));

  /** Names of new things, by the requests that make them. */
  private static final Map<String, String> NAMES =
      Map.of(
          "DriverGenerateBucketIdRequest", "bc-mine",
          "DriverCreateBucketRequest", "bc-mine",
          "DriverGrantBucketAccessRequest", "ba-mine",
          "CreateVolumeRequest", "mine",
          "CreateSnapshotRequest", "mine-snapshot",
          "CreateVolumeGroupSnapshotRequest", "mine-group");

  /** Objects that change what a call does, and are optional. */
  private static final Set<String> LEFT_OUT = Set.of("volume_content_source");

  private static SortedMap<String, Object> capability() {
    return new TreeMap<>(
        Map.of("mount", Map.of(), "access_mode", Map.of("mode", "MULTI_NODE_MULTI_WRITER")));
  }

  /** Returns the fields of the request, one a line, and a command that can be pasted. */
  static String of(MethodDescriptor method, String options) {
    Descriptor type = method.getInputType();
    StringBuilder text = new StringBuilder(type.getName()).append('\n');
    fields(type, "  ", new HashSet<>(), text);
    String example = ApiJson.oneLine(new JsonMapper().valueToTree(example(type, new HashSet<>())));
    String node = example.contains(NODE) ? " and with what NodeGetInfo answers" : "";
    return text.append("%nFor example, on a backend named local%s:%n".formatted(node))
        .append("  windlass call %s%s '%s'".formatted(options, method.getName(), example))
        .toString();
  }

  private static void fields(
      Descriptor type, String indent, Set<Descriptor> above, StringBuilder text) {
    if (!above.add(type)) {
      return;
    }
    for (FieldDescriptor field : type.getFields()) {
      text.append("%s%s: %s%n".formatted(indent, field.getName(), type(field)));
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
        fields(field.getMessageType(), indent + "  ", above, text);
      }
    }
    above.remove(type);
  }

  private static String type(FieldDescriptor field) {
    String one =
        switch (field.getJavaType()) {
          case ENUM ->
              "one of "
                  + field.getEnumType().getValues().stream()
                      .map(EnumValueDescriptor::getName)
                      .collect(Collectors.joining(", "));
          case MESSAGE -> field.isMapField() ? "map of texts" : "object";
          default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
    return field.isRepeated() && !field.isMapField() ? "list, each " + one : one;
  }

  private static Map<String, Object> example(Descriptor type, Set<Descriptor> above) {
    Map<String, Object> example = new LinkedHashMap<>();
    if (!above.add(type)) {
      return example;
    }
    for (FieldDescriptor field : type.getFields()) {
      boolean first =
          field.getRealContainingOneof() == null
              || field.getRealContainingOneof().getFields().getFirst().equals(field);
      if (first && !field.getOptions().getDeprecated() && !LEFT_OUT.contains(field.getName())) {
        value(field, above)
            .ifPresent(value ->
                example.put(
                    field.getName(),
                    field.isRepeated() && !field.isMapField() ? List.of(value) : value));
      }
    }
    above.remove(type);
    return example;
  }

  private static Optional<Object> value(FieldDescriptor field, Set<Descriptor> above) {
    Optional<Object> sample =
        field.getName().equals("name")
            ? Optional.ofNullable(NAMES.get(field.getContainingType().getName()))
            : Optional.ofNullable(SAMPLES.get(field.getName()));
    return sample.or(() ->
        switch (field.getJavaType()) {
          case MESSAGE ->
              field.isMapField()
                  ? Optional.empty()
                  : Optional.<Object>of(example(field.getMessageType(), above))
                      .filter(inner -> !inner.equals(Map.of()));
          // The first value stands for "not known".
          case ENUM -> Optional.of(field.getEnumType().getValues().get(1).getName());
          case BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING, BYTE_STRING -> Optional.empty();
        });
  }
}
