package io.windlass.cosi.sanity.wire;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Formats messages as text for people, without secrets. COSI marks no field as secret, so secret
 * fields are known by name. Fields unknown to the message type are left out.
 */
final class MessageText {
  private static final int LONGEST = 600;
  private static final String MASK = "***";
  private static final Set<String> SECRET_FIELDS =
      Set.of("access_secret_key", "access_token", "access_secret");

  /**
   * Name of the v1alpha1 map with a credential. Only the values of {@link #OPEN_KEYS} are shown.
   */
  private static final String SECRET_MAP = "secrets";

  private static final Set<String> OPEN_KEYS = Set.of("endpoint", "region", "accessKeyID");

  private MessageText() {}

  static String of(Message message) {
    Message.Builder copy = message.toBuilder();
    mask(copy);
    String text = TextFormat.printer().emittingSingleLine(true).printToString(copy).strip();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private static void mask(Message.Builder message) {
    message.setUnknownFields(UnknownFieldSet.getDefaultInstance());
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      if (field.isMapField() && field.getName().equals(SECRET_MAP)) {
        maskEntries(message, field);
      } else if (SECRET_FIELDS.contains(field.getName())) {
        message.setField(field, MASK);
      } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        descend(message, field, entry.getValue());
      }
    }
  }

  private static void descend(Message.Builder message, FieldDescriptor field, Object value) {
    if (value instanceof List<?> elements) {
      for (int i = 0; i < elements.size(); i++) {
        Message.Builder element = ((Message) elements.get(i)).toBuilder();
        mask(element);
        message.setRepeatedField(field, i, element.build());
      }
    } else {
      Message.Builder inner = ((Message) value).toBuilder();
      mask(inner);
      message.setField(field, inner.build());
    }
  }

  private static void maskEntries(Message.Builder message, FieldDescriptor map) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    for (int i = 0; i < message.getRepeatedFieldCount(map); i++) {
      Message entry = (Message) message.getRepeatedField(map, i);
      if (entry.getField(key) instanceof String name && !OPEN_KEYS.contains(name)) {
        message.setRepeatedField(map, i, entry.toBuilder().setField(value, MASK).build());
      }
    }
  }
}
