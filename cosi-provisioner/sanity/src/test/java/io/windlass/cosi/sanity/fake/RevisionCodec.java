package io.windlass.cosi.sanity.fake;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import io.windlass.cosi.sanity.wire.Edit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes what goes in and out through the proto of one revision: a request must have no field that
 * the revision does not know, and an answer gets none.
 */
final class RevisionCodec {
  private final MethodDescriptor method;

  RevisionCodec(MethodDescriptor method) {
    this.method = method;
  }

  /** Checks a request. */
  byte[] request(byte[] bytes) {
    DynamicMessage message = parse(method.getInputType(), bytes);
    Set<Integer> unknown = message.getUnknownFields().asMap().keySet();
    if (!Set.of(Edit.UNUSED_FIELD).containsAll(unknown) || hasStrangers(message)) {
      throw Status.DATA_LOSS
          .withDescription("fields that this revision does not have: " + message)
          .asRuntimeException();
    }
    return bytes;
  }

  private static boolean hasStrangers(Message message) {
    for (Object value : message.getAllFields().values()) {
      List<?> values = value instanceof List<?> list ? list : List.of(value);
      for (Object item : values) {
        if (item instanceof Message inner
            && (!inner.getUnknownFields().isEmpty() || hasStrangers(inner))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the bytes of an answer with only those fields that the revision has. */
  byte[] answer(Message answer) {
    Message.Builder known = parse(method.getOutputType(), answer.toByteArray()).toBuilder();
    strip(known);
    return known.build().toByteArray();
  }

  private static void strip(Message.Builder message) {
    message.setUnknownFields(UnknownFieldSet.getDefaultInstance());
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      if (field.getValue() instanceof Message inner) {
        Message.Builder copy = inner.toBuilder();
        strip(copy);
        message.setField(field.getKey(), copy.build());
      }
    }
  }

  private static DynamicMessage parse(Descriptor type, byte[] bytes) {
    try {
      return DynamicMessage.parseFrom(type, bytes);
    } catch (InvalidProtocolBufferException e) {
      throw Status.DATA_LOSS.withDescription(type.getName()).withCause(e).asRuntimeException();
    }
  }
}
