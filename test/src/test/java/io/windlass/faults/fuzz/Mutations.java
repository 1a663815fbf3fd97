package io.windlass.faults.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Spoils messages: one field of them, or their bytes. */
final class Mutations {
  private static final int DEEPEST = 4;
  private static final int MOST_FIELD_NUMBER = 20;

  /** The greatest that a tag has room for. */
  private static final int LAST_FIELD_NUMBER = (1 << 29) - 1;

  private final RandomGenerator random;
  private final StrangeValues values;

  Mutations(RandomGenerator random, StrangeValues values) {
    this.random = random;
    this.values = values;
  }

  /** The message with one field changed, somewhere in it. */
  Message oneField(Message message) {
    Message.Builder builder = message.toBuilder();
    change(builder, DEEPEST);
    return builder.build();
  }

  private void change(Message.Builder message, int depth) {
    List<FieldDescriptor> fields = message.getDescriptorForType().getFields();
    if (fields.isEmpty()) {
      return;
    }
    FieldDescriptor field = fields.get(random.nextInt(fields.size()));
    boolean inner = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField();
    boolean deeper = inner && depth > 0 && random.nextInt(4) > 0;
    if (deeper && !field.isRepeated()) {
      change(message.getFieldBuilder(field), depth - 1);
    } else if (deeper && message.getRepeatedFieldCount(field) > 0) {
      int at = random.nextInt(message.getRepeatedFieldCount(field));
      change(message.getRepeatedFieldBuilder(field, at), depth - 1);
    } else if (random.nextInt(4) == 0) {
      message.clearField(field);
    } else {
      set(message, field, depth);
    }
  }

  /** A message of nothing but strange values. */
  Message any(Descriptor type) {
    return any(type, DEEPEST);
  }

  private Message any(Descriptor type, int depth) {
    Message.Builder builder = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      if (random.nextInt(4) > 0) {
        set(builder, field, depth);
      }
    }
    return builder.build();
  }

  private void set(Message.Builder message, FieldDescriptor field, int depth) {
    if (!field.isRepeated()) {
      message.setField(field, value(field, depth));
      return;
    }
    for (int i = values.count(); i > 0; i--) {
      message.addRepeatedField(field, field.isMapField() ? entry(field) : value(field, depth));
    }
  }

  private Message entry(FieldDescriptor map) {
    Descriptor type = map.getMessageType();
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByNumber(1), values.parameter())
        .setField(type.findFieldByNumber(2), values.parameterValue())
        .build();
  }

  private Object value(FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case STRING -> values.text();
      case BYTE_STRING -> ByteString.copyFrom(values.bytes(200));
      case INT -> values.number();
      case LONG -> random.nextLong();
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextDouble();
      case BOOLEAN -> random.nextBoolean();
      case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(values.number());
      case MESSAGE ->
          depth > 0
              ? any(field.getMessageType(), depth - 1)
              : DynamicMessage.getDefaultInstance(field.getMessageType());
    };
  }

  /** Bytes that were a message, or would be. */
  byte[] bytes(byte[] message) {
    return switch (random.nextInt(7)) {
      case 0 -> Arrays.copyOf(message, random.nextInt(message.length + 1));
      case 1 -> flipped(message);
      case 2 -> joined(message, values.bytes(40));
      case 3 -> joined(message, field());
      case 4 -> joined(field(), message);
      case 5 -> joined(message, message);
      default -> values.bytes(300);
    };
  }

  /** A message with an unknown field that makes it longer than so many bytes. */
  byte[] longerThan(int limit, byte[] message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeByteArray(LAST_FIELD_NUMBER, new byte[limit + random.nextInt(1 << 20)]);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return joined(message, bytes.toByteArray());
  }

  private byte[] flipped(byte[] message) {
    byte[] spoiled = message.clone();
    for (int i = random.nextInt(1, 4); i > 0 && spoiled.length > 0; i--) {
      spoiled[random.nextInt(spoiled.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return spoiled;
  }

  /** A field that nobody knows, or one that is known by another type. */
  private byte[] field() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    int number =
        random.nextInt(3) == 0
            ? random.nextInt(1, LAST_FIELD_NUMBER)
            : random.nextInt(1, MOST_FIELD_NUMBER);
    try {
      switch (random.nextInt(5)) {
        case 0 -> out.writeUInt64(number, random.nextLong());
        case 1 -> out.writeFixed64(number, random.nextLong());
        case 2 -> out.writeFixed32(number, random.nextInt());
        case 3 -> out.writeByteArray(number, values.bytes(100));
        default -> {
          int depth = random.nextInt(150);
          for (int i = 0; i < depth; i++) {
            out.writeTag(number, WireFormat.WIRETYPE_START_GROUP);
          }
          for (int i = 0; i < depth; i++) {
            out.writeTag(number, WireFormat.WIRETYPE_END_GROUP);
          }
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }
}
