package io.windlass.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Prints messages on one line for the log, with {@code ***} in place of secrets.
 *
 * @param secret tells by a field's descriptor whether its content is secret: CSI marks such fields
 *     with an option, COSI's are known by their types
 */
public record Redactor(Predicate<FieldDescriptor> secret) {
  private static final int MAX_BYTES = 4096;

  /** Returns the message as text of at most 4 KiB. */
  public String print(Message message) {
    StringBuilder out = new StringBuilder();
    append(out, message);
    return Text.cut(out.toString(), MAX_BYTES);
  }

  private void append(StringBuilder out, Message message) {
    out.append('{');
    String separator = "";
    for (Map.Entry<FieldDescriptor, Object> set : message.getAllFields().entrySet()) {
      out.append(separator).append(set.getKey().getName()).append(": ");
      append(out, set.getKey(), set.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private void append(StringBuilder out, FieldDescriptor field, Object value) {
    if (secret.test(field)) {
      out.append("***");
      return;
    }
    switch (value) {
      case List<?> values -> {
        out.append('[');
        for (int i = 0; i < values.size(); i++) {
          out.append(i == 0 ? "" : ", ");
          append(out, field, values.get(i));
        }
        out.append(']');
      }
      case Message inner -> append(out, inner);
      case String text -> out.append('"').append(Text.oneLine(text)).append('"');
      case ByteString bytes -> out.append('<').append(bytes.size()).append(" bytes>");
      case EnumValueDescriptor constant -> out.append(constant.getName());
      default -> out.append(value);
    }
  }
}
