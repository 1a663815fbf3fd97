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
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** A request of a method for people: its fields, and an example to change. */
final class RequestDescription {
  private RequestDescription() {}

  /** Returns the fields of the request, one a line, and a command with an example. */
  static String of(MethodDescriptor method, String options) {
    Descriptor type = method.getInputType();
    StringBuilder text = new StringBuilder(type.getName()).append('\n');
    fields(type, "  ", new HashSet<>(), text);
    String example = new JsonMapper().writeValueAsString(example(type, new HashSet<>()));
    return text.append("%nFor example:%n".formatted())
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
      if (first && !field.getOptions().getDeprecated()) {
        Object value = value(field, above);
        example.put(
            field.getName(), field.isRepeated() && !field.isMapField() ? List.of(value) : value);
      }
    }
    above.remove(type);
    return example;
  }

  private static Object value(FieldDescriptor field, Set<Descriptor> above) {
    return switch (field.getJavaType()) {
      case MESSAGE -> field.isMapField() ? Map.of() : example(field.getMessageType(), above);
      // The first value stands for "not known".
      case ENUM -> field.getEnumType().getValues().get(1).getName();
      case BOOLEAN -> false;
      case INT, LONG -> 0;
      case FLOAT, DOUBLE -> 0.0;
      case STRING, BYTE_STRING -> "";
    };
  }
}
