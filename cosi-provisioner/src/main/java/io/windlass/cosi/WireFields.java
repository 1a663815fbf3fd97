package io.windlass.cosi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Puts named values into messages whose fields are known by name only, because the protocols that
 * they are of bring them. What a message has no room for is left out.
 */
final class WireFields {
  private WireFields() {}

  /** Returns the member of a message that is itself a message, if there is one of this name. */
  static Optional<FieldDescriptor> member(Descriptor around, String name) {
    return Optional.ofNullable(around.findFieldByName(name))
        .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE);
  }

  /** Sets the member, also if nothing in it is set: that it is there says something. */
  static void set(Message.Builder around, FieldDescriptor member, Map<String, String> values) {
    Message.Builder inner = around.newBuilderForField(member);
    values.forEach((name, value) -> put(inner, name, value));
    around.setField(member, inner.build());
  }

  private static void put(Message.Builder message, String name, String value) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (field == null) {
      return;
    }
    switch (field.getJavaType()) {
      case STRING -> message.setField(field, value);
      case ENUM -> constant(field.getEnumType(), message, field, value);
      case MESSAGE -> {
        // v1alpha2 wraps each enum in a message of its own.
        Message.Builder wrapper = message.newBuilderForField(field);
        FieldDescriptor only = wrapper.getDescriptorForType().getFields().getFirst();
        constant(only.getEnumType(), wrapper, only, value);
        message.setField(field, wrapper.build());
      }
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, BYTE_STRING ->
          throw new IllegalArgumentException("%s is no text".formatted(field.getFullName()));
    }
  }

  private static void constant(
      EnumDescriptor type, Message.Builder message, FieldDescriptor field, String value) {
    Optional.ofNullable(type.findValueByName(value.toUpperCase(Locale.ROOT)))
        .ifPresent(known -> message.setField(field, known));
  }
}
