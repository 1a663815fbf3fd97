package io.windlass.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Length limits of message fields. Under "Size Limits", both specs set 128 bytes for a string and 4
 * KiB for a {@code map<string, string>} (all keys and values together), unless the description of a
 * field says otherwise. Other fields have no limit unless they are given one.
 */
public final class FieldLimits {
  /** Most bytes of UTF-8 in a string. */
  public static final int STRING_BYTES = 128;

  /** Most bytes of UTF-8 in the keys and values of a map of strings. */
  public static final int MAP_BYTES = 4096;

  /** The general limits, with no exceptions. */
  public static final FieldLimits GENERAL = new FieldLimits(Map.of());

  private final Map<String, Integer> exceptions;

  private FieldLimits(Map<String, Integer> exceptions) {
    this.exceptions = exceptions;
  }

  /**
   * Returns these limits with an exception for one field, which holds strings, bytes or a map of
   * strings.
   *
   * @throws IllegalArgumentException when the message has no such field
   */
  public FieldLimits with(Descriptor message, String field, int maxBytes) {
    FieldDescriptor descriptor = message.findFieldByName(field);
    if (descriptor == null) {
      throw new IllegalArgumentException(message.getFullName() + " has no field " + field);
    }
    Map<String, Integer> more = new HashMap<>(exceptions);
    more.put(descriptor.getFullName(), maxBytes);
    return new FieldLimits(Map.copyOf(more));
  }

  /**
   * Returns a sentence about the first field that is too long, in {@code message} or in its nested
   * messages; empty if none is.
   */
  public Optional<String> violation(Message message) {
    return violation("", message);
  }

  private Optional<String> violation(String path, Message message) {
    for (Map.Entry<FieldDescriptor, Object> set : message.getAllFields().entrySet()) {
      FieldDescriptor field = set.getKey();
      String name = path + field.getName();
      Optional<String> found;
      if (isMapOfStrings(field)) {
        found = check(name, field, mapBytes((List<?>) set.getValue()), MAP_BYTES);
      } else if (field.isRepeated()) {
        found = inList(name, field, (List<?>) set.getValue());
      } else {
        found = inValue(name, field, set.getValue());
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<String> inList(String name, FieldDescriptor field, List<?> values) {
    for (int i = 0; i < values.size(); i++) {
      Optional<String> found = inValue(name + "[" + i + "]", field, values.get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<String> inValue(String name, FieldDescriptor field, Object value) {
    return switch (value) {
      case String text -> check(name, field, Text.bytes(text), STRING_BYTES);
      case ByteString bytes -> check(name, field, bytes.size(), Integer.MAX_VALUE);
      case Message inner -> violation(name + ".", inner);
      default -> Optional.empty();
    };
  }

  private Optional<String> check(String name, FieldDescriptor field, long size, int general) {
    int limit = exceptions.getOrDefault(field.getFullName(), general);
    return size <= limit
        ? Optional.empty()
        : Optional.of("%s is %d bytes long, and may be %d at most".formatted(name, size, limit));
  }

  private static boolean isMapOfStrings(FieldDescriptor field) {
    return field.isMapField()
        && field.getMessageType().getFields().stream()
            .allMatch(part -> part.getJavaType() == JavaType.STRING);
  }

  private static long mapBytes(List<?> entries) {
    return entries.stream()
        .flatMap(entry -> ((Message) entry).getAllFields().values().stream())
        .mapToLong(part -> Text.bytes((String) part))
        .sum();
  }
}
