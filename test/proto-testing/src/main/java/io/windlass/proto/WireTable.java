package io.windlass.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a proto file puts on the wire, one line for each declaration. Tests compare the lines of a
 * compiled proto with those of a table in the resources:
 *
 * <pre>
 * service Identity
 * rpc Identity.Probe ProbeRequest -> ProbeResponse
 * message ProbeResponse
 * field ProbeResponse.ready 1 google.protobuf.BoolValue
 * field DeleteVolumeRequest.secrets 2 map&lt;string,string> [csi_secret]
 * field VolumeContentSource.snapshot 1 VolumeContentSource.SnapshotSource oneof=type
 * enum VolumeUsage.Unit
 * value VolumeUsage.Unit.BYTES 1
 * extend google.protobuf.FieldOptions.csi_secret 1059 bool
 * </pre>
 *
 * Names are relative to the file's package. The map's keys are the first two words, its values the
 * whole lines.
 */
public final class WireTable {

  private final String prefix;
  private final Map<String, String> lines = new TreeMap<>();

  private WireTable(FileDescriptor file) {
    prefix = file.getPackage() + ".";
    file.getServices()
        .forEach(service -> {
          add("service", service.getFullName(), "", service.getOptions());
          service.getMethods().forEach(this::addMethod);
        });
    file.getMessageTypes().forEach(this::addMessage);
    file.getEnumTypes().forEach(this::addEnum);
    file.getExtensions()
        .forEach(extension ->
            add(
                "extend",
                extension.getContainingType().getFullName() + "." + extension.getName(),
                extension.getNumber() + " " + type(extension),
                extension.getOptions()));
  }

  /** The lines of a compiled file. */
  public static Map<String, String> of(FileDescriptor file) {
    return new WireTable(file).lines;
  }

  /**
   * The lines of a table: a resource beside {@code anchor}. Lines that start with # are comments.
   */
  public static Map<String, String> read(Class<?> anchor, String resource) {
    return lines(anchor, resource)
        .collect(Collectors.toMap(WireTable::key, line -> line, WireTable::twice, TreeMap::new));
  }

  /**
   * A table given as changes to another: a line that starts with "- " names what goes away, by its
   * first two words, and one that starts with "+ " is a line that comes or takes the place of one.
   */
  public static Map<String, String> change(
      Map<String, String> base, Class<?> anchor, String resource) {
    Map<String, String> result = new TreeMap<>(base);
    lines(anchor, resource)
        .forEach(line -> {
          String rest = line.substring(2);
          if (line.startsWith("+ ")) {
            result.put(key(rest), rest);
          } else if (!line.startsWith("- ") || result.remove(key(rest)) == null) {
            throw new IllegalArgumentException(resource + ": nothing to remove: " + line);
          }
        });
    return result;
  }

  private static Stream<String> lines(Class<?> anchor, String resource) {
    try (InputStream in = anchor.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(String line) {
    String[] words = line.split(" ", 3);
    return words[0] + " " + words[1];
  }

  private static String twice(String one, String other) {
    throw new IllegalArgumentException("declared twice: " + one + " and " + other);
  }

  private void addMethod(MethodDescriptor method) {
    String in = (method.isClientStreaming() ? "stream " : "") + local(method.getInputType());
    String out = (method.isServerStreaming() ? "stream " : "") + local(method.getOutputType());
    add("rpc", method.getFullName(), in + " -> " + out, method.getOptions());
  }

  private void addMessage(Descriptor message) {
    if (message.getOptions().getMapEntry()) {
      return;
    }
    add("message", message.getFullName(), "", message.getOptions());
    for (FieldDescriptor field : message.getFields()) {
      String rest = field.getNumber() + " " + type(field);
      if (field.getRealContainingOneof() != null) {
        rest += " oneof=" + field.getRealContainingOneof().getName();
      }
      add("field", field.getFullName(), rest, field.getOptions());
    }
    message.getNestedTypes().forEach(this::addMessage);
    message.getEnumTypes().forEach(this::addEnum);
  }

  private void addEnum(EnumDescriptor type) {
    add("enum", type.getFullName(), "", type.getOptions());
    type.getValues()
        .forEach(value ->
            add(
                "value",
                type.getFullName() + "." + value.getName(),
                "" + value.getNumber(),
                value.getOptions()));
  }

  private String type(FieldDescriptor field) {
    if (field.isMapField()) {
      List<FieldDescriptor> entry = field.getMessageType().getFields();
      return "map<" + type(entry.get(0)) + "," + type(entry.get(1)) + ">";
    }
    String name =
        switch (field.getJavaType()) {
          case MESSAGE -> local(field.getMessageType());
          case ENUM -> local(field.getEnumType().getFullName());
          default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
    return field.isRepeated() ? "repeated " + name : name;
  }

  private String local(Descriptor message) {
    return local(message.getFullName());
  }

  private String local(String fullName) {
    return fullName.startsWith(prefix) ? fullName.substring(prefix.length()) : fullName;
  }

  private void add(String kind, String fullName, String rest, Message options) {
    String set =
        options.getAllFields().keySet().stream()
            .map(FieldDescriptor::getName)
            .sorted()
            .collect(Collectors.joining(" "));
    String line =
        Stream.of(kind, local(fullName), rest, set.isEmpty() ? "" : "[" + set + "]")
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    lines.put(key(line), line);
  }
}
