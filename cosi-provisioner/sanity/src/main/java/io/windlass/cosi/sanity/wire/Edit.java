package io.windlass.cosi.sanity.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A change that spoils one field of an otherwise valid request. A field is named by its path, as in
 * {@code buckets.bucket_id}. In a list, every element is changed.
 */
public interface Edit {
  /** Leaves the request as it is. */
  Edit NONE = request -> {};

  /** A field number that no revision uses. */
  int UNUSED_FIELD = 15_001;

  /** Changes the request. */
  void apply(Message.Builder request);

  /** Returns an edit that clears a field. */
  static Edit clear(String path) {
    return request -> at(request, path, Message.Builder::clearField);
  }

  /** Returns an edit that sets an enum field to a number, which need not be defined. */
  static Edit number(String path, int number) {
    return request ->
        at(
            request,
            path,
            (message, field) ->
                message.setField(
                    field, field.getEnumType().findValueByNumberCreatingIfUnknown(number)));
  }

  /** Returns an edit that adds a field which a later revision might have. */
  static Edit unknownField() {
    UnknownFieldSet.Field value =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFromUtf8("from a later revision"))
            .build();
    return request ->
        request.setUnknownFields(
            UnknownFieldSet.newBuilder().addField(UNUSED_FIELD, value).build());
  }

  private static void at(
      Message.Builder message, String path, BiConsumer<Message.Builder, FieldDescriptor> change) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (field == null) {
      throw new IllegalArgumentException(
          message.getDescriptorForType().getFullName() + " has no field " + name);
    }
    if (dot < 0) {
      change.accept(message, field);
      return;
    }
    for (Message.Builder inner : inner(message, field)) {
      at(inner, path.substring(dot + 1), change);
    }
  }

  private static List<Message.Builder> inner(Message.Builder message, FieldDescriptor field) {
    if (!field.isRepeated()) {
      return List.of(message.getFieldBuilder(field));
    }
    List<Message.Builder> elements = new ArrayList<>();
    for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
      elements.add(message.getRepeatedFieldBuilder(field, i));
    }
    return elements;
  }
}
