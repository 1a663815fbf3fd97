package io.windlass.cli.call;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.Locale;

/**
 * Names of fields as a spec has them. A proto of this project calls a field otherwise where Java
 * could not have both it and another, and leaves it the spec's name in JSON.
 */
final class SpecNames {
  private SpecNames() {}

  /** Returns a description of the same messages in which every field has the spec's name. */
  static FileDescriptor of(FileDescriptor file) {
    FileDescriptorProto.Builder named = file.toProto().toBuilder();
    named.getMessageTypeBuilderList().forEach(SpecNames::rename);
    try {
      return FileDescriptor.buildFrom(
          named.build(), file.getDependencies().toArray(FileDescriptor[]::new));
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e); // the names are those of a proto that is in use
    }
  }

  private static void rename(DescriptorProto.Builder message) {
    message.getNestedTypeBuilderList().forEach(SpecNames::rename);
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      if (field.hasJsonName()) {
        field.setName(field.getJsonName().replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT));
      }
    }
  }
}
