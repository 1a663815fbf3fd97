package io.windlass.rpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Finds the subject of a request, as fields for the log.
 *
 * @param fields request fields and their names in the log, in the order of the log. Only text
 *     fields that are not empty are logged
 */
public record Subject(List<Field> fields) {
  public Subject {
    fields = List.copyOf(fields);
  }

  /**
   * A request field to be logged.
   *
   * @param request name of the field in requests
   * @param log name in the log; the same kind of thing has the same name for all calls
   */
  public record Field(String request, String log) {}

  /** Returns the subject of a request; empty if the request has none of the fields. */
  public SequencedMap<String, String> of(Message request) {
    Descriptor descriptor = request.getDescriptorForType();
    SequencedMap<String, String> about = new LinkedHashMap<>();
    for (Field field : fields) {
      FieldDescriptor found = descriptor.findFieldByName(field.request());
      if (found != null
          && !found.isRepeated()
          && request.getField(found) instanceof String text
          && !text.isEmpty()) {
        about.putIfAbsent(field.log(), text);
      }
    }
    return Collections.unmodifiableSequencedMap(about);
  }

  /** Returns an empty subject. */
  static SequencedMap<String, String> nothing() {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
  }
}
