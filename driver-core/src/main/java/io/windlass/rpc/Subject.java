package io.windlass.rpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds in a request the name or id of what it is about.
 *
 * @param fields names of fields of text; the first that a request has, and that is not empty, tells
 */
public record Subject(List<String> fields) implements Function<Message, Optional<String>> {
  public Subject {
    fields = List.copyOf(fields);
  }

  @Override
  public Optional<String> apply(Message request) {
    Descriptor descriptor = request.getDescriptorForType();
    return fields.stream()
        .map(descriptor::findFieldByName)
        .filter(field -> field != null)
        .map(request::getField)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(text -> !text.isEmpty())
        .findFirst();
  }
}
