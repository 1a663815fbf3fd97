package io.windlass.rpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.Map;

/** A protocol of the tests' own, made without a compiler. */
final class TestProto {
  private static final String SOURCE =
      """
      name: "windlass_test.proto" package: "windlass.test" syntax: "proto3"
      message_type {
        name: "Item"
        field { name: "name" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
        field { name: "names" number: 2 type: TYPE_STRING label: LABEL_REPEATED }
        field { name: "parameters" number: 3 type: TYPE_MESSAGE label: LABEL_REPEATED
                type_name: ".windlass.test.Item.ParametersEntry" }
        field { name: "inner" number: 4 type: TYPE_MESSAGE label: LABEL_OPTIONAL
                type_name: ".windlass.test.Item" }
        field { name: "items" number: 5 type: TYPE_MESSAGE label: LABEL_REPEATED
                type_name: ".windlass.test.Item" }
        field { name: "blob" number: 6 type: TYPE_BYTES label: LABEL_OPTIONAL }
        field { name: "secrets" number: 7 type: TYPE_MESSAGE label: LABEL_REPEATED
                type_name: ".windlass.test.Item.SecretsEntry" }
        field { name: "named" number: 8 type: TYPE_MESSAGE label: LABEL_REPEATED
                type_name: ".windlass.test.Item.NamedEntry" }
        field { name: "number" number: 9 type: TYPE_INT32 label: LABEL_OPTIONAL }
        nested_type {
          name: "ParametersEntry" options { map_entry: true }
          field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
          field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL }
        }
        nested_type {
          name: "SecretsEntry" options { map_entry: true }
          field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
          field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL }
        }
        nested_type {
          name: "NamedEntry" options { map_entry: true }
          field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
          field { name: "value" number: 2 type: TYPE_MESSAGE label: LABEL_OPTIONAL
                  type_name: ".windlass.test.Item" }
        }
      }
      service {
        name: "Test"
        method { name: "Call" input_type: ".windlass.test.Item" output_type: ".windlass.test.Item" }
        method { name: "Probe" input_type: ".windlass.test.Item" output_type: ".windlass.test.Item" }
      }
      """;

  static final FileDescriptor FILE = file();
  static final Descriptor ITEM = FILE.findMessageTypeByName("Item");
  static final DynamicMessage EMPTY = DynamicMessage.getDefaultInstance(ITEM);

  private TestProto() {}

  /** An item with one field set. */
  static DynamicMessage item(String field, Object value) {
    return DynamicMessage.newBuilder(ITEM).setField(field(field), value).build();
  }

  static DynamicMessage named(String name) {
    return item("name", name);
  }

  /** An item with one entry in a map of strings. */
  static DynamicMessage withEntry(String map, String key, String value) {
    return withEntries(map, Map.of(key, value));
  }

  static DynamicMessage withEntries(String map, Map<String, ?> entries) {
    DynamicMessage.Builder item = DynamicMessage.newBuilder(ITEM);
    Descriptor type = field(map).getMessageType();
    entries.forEach((key, value) -> {
      Message entry =
          DynamicMessage.newBuilder(type)
              .setField(type.findFieldByNumber(1), key)
              .setField(type.findFieldByNumber(2), value)
              .build();
      item.addRepeatedField(field(map), entry);
    });
    return item.build();
  }

  static FieldDescriptor field(String name) {
    return ITEM.findFieldByName(name);
  }

  static Object get(Message item, String field) {
    return item.getField(field(field));
  }

  private static FileDescriptor file() {
    FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
    try {
      TextFormat.merge(SOURCE, file);
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    } catch (TextFormat.ParseException | DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }
}
