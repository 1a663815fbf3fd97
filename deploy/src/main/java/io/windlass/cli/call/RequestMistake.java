package io.windlass.cli.call;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.windlass.setting.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a request in JSON that the parser of messages has refused. */
final class RequestMistake {
  private RequestMistake() {}

  /** Returns the first field that is not there, or whose value is not one of its enum. */
  static Optional<String> of(Descriptor type, JsonNode request) {
    return in("", type, request).findFirst();
  }

  private static Stream<String> in(String path, Descriptor type, JsonNode message) {
    return message instanceof ObjectNode object
        ? object.propertyNames().stream()
            .flatMap(name ->
                type.getFields().stream()
                    .filter(
                        field -> name.equals(field.getName()) || name.equals(field.getJsonName()))
                    .findFirst()
                    .map(field -> inField(path + name, field, object.path(name)))
                    .orElseGet(() -> Stream.of(unknown(path, name, type))))
        : Stream.empty();
  }

  private static Stream<String> inField(String path, FieldDescriptor field, JsonNode value) {
    if (field.isMapField()) {
      return Stream.empty();
    }
    if (field.isRepeated()) {
      return IntStream.range(0, value.size())
          .boxed()
          .flatMap(i -> inValue("%s[%d]".formatted(path, i), field, value.path(i)));
    }
    return inValue(path, field, value);
  }

  private static Stream<String> inValue(String path, FieldDescriptor field, JsonNode value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> in(path + ".", field.getMessageType(), value);
      case ENUM ->
          value.isString() && field.getEnumType().findValueByName(value.stringValue()) == null
              ? Stream.of(notOneOf(path, field, value.stringValue()))
              : Stream.empty();
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTE_STRING -> Stream.empty();
    };
  }

  private static String unknown(String path, String name, Descriptor type) {
    List<String> fields = type.getFields().stream().map(FieldDescriptor::getName).toList();
    return "%s has no field '%s%s': %s"
        .formatted(
            type.getName(),
            path,
            name,
            NearestName.of(name, fields)
                .map("did you mean %s?"::formatted)
                .orElseGet(() ->
                    fields.isEmpty() ? "it has none" : "it has " + String.join(", ", fields)));
  }

  private static String notOneOf(String path, FieldDescriptor field, String value) {
    // The first value stands for "not known".
    List<String> values =
        field.getEnumType().getValues().stream().skip(1).map(EnumValueDescriptor::getName).toList();
    return "%s is '%s', but must be one of %s%s"
        .formatted(
            path,
            value,
            String.join(", ", values),
            NearestName.of(value, values).map("; did you mean %s?"::formatted).orElse(""));
  }
}
