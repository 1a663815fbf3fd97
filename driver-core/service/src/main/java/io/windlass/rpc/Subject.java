package io.windlass.rpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Finds in a request what it is about, as fields of the log.
 *
 * @param fields which field of the log each field of a request becomes, in the order of the log.
 *     Only fields of text that are not empty are told
 */
public record Subject(List<Field> fields) {
  public Subject {
    fields = List.copyOf(fields);
  }

  /**
   * One of them.
   *
   * @param request its name in requests
   * @param log its name in the log: the same thing has the same name in all calls
   */
  public record Field(String request, String log) {}

  /** What a request is about; empty if it is about nothing of these. */
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

  /** Nothing. */
  static SequencedMap<String, String> nothing() {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
  }
}
