package io.windlass.cli.call;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.csi.CsiProto;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Conversions of messages of COSI and CSI to JSON for people. */
public final class ApiJson {
  private static final String MASK = "***";

  /**
   * Names of COSI's secret fields, and of secret keys in v1alpha1's map, whose values are masked.
   * The proto of CSI marks its secret fields itself.
   */
  private static final Set<String> SECRET =
      Set.of(
          "access_secret_key", "access_secret", "access_token", "accessSecretKey", "accessToken");

  private static final JsonMapper JSON = new JsonMapper();

  private static final DefaultPrettyPrinter ONE_LINE =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                  .withObjectEmptySeparator("")
                  .withArrayEmptySeparator("")
                  .withObjectEntrySpacing(Separators.Spacing.AFTER)
                  .withArrayElementSpacing(Separators.Spacing.AFTER))
          .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
          .withArrayIndenter(new DefaultPrettyPrinter.NopIndenter());

  private ApiJson() {}

  /** Returns the message as JSON, with the field names of its proto. */
  static ObjectNode print(DynamicMessage message) throws InvalidProtocolBufferException {
    if (message.getDescriptorForType().equals(DriverCreateBucketResponse.getDescriptor())) {
      return created(DriverCreateBucketResponse.parseFrom(message.toByteString()));
    }
    return tree(JsonFormat.printer().preservingProtoFieldNames().print(message));
  }

  /**
   * Returns the answer to DriverCreateBucket as JSON. The content of field 1 differs between
   * revisions of v1alpha2, and our proto declares it as bytes; the JSON contains what it means.
   */
  private static ObjectNode created(DriverCreateBucketResponse answer)
      throws InvalidProtocolBufferException {
    ObjectNode shown = JSON.createObjectNode();
    ObjectProtocolAndBucketInfo protocols = answer.getProtocols();
    try {
      protocols = ObjectProtocolAndBucketInfo.parseFrom(answer.getBucketIdOrProtocols());
    } catch (InvalidProtocolBufferException e) {
      shown.put("bucket_id", answer.getBucketIdOrProtocols().toStringUtf8());
    }
    shown.set("protocols", tree(JsonFormat.printer().preservingProtoFieldNames().print(protocols)));
    return shown;
  }

  /** Returns what is wrong with a text that is no JSON, and where; empty if it is JSON. */
  static Optional<String> malformed(String text) {
    try {
      JSON.readTree(text);
      return Optional.empty();
    } catch (JacksonException e) {
      // Jackson adds what is missing, and a description of the source, in brackets.
      String problem =
          e instanceof UnexpectedEndOfInputException
              ? "it ends before all of its brackets and quotation marks are closed"
              : e.getOriginalMessage();
      return Optional.of(
          "the request is not JSON: %s, at line %d, column %d"
              .formatted(problem, e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    }
  }

  /** Reads a text that is not {@link #malformed}. */
  static JsonNode read(String text) {
    return JSON.readTree(text);
  }

  /** Parses JSON that {@link ApiClient#request} has accepted. */
  public static ObjectNode tree(String json) {
    return (ObjectNode) JSON.readTree(json);
  }

  /** Returns a copy of a message of this type with {@code ***} for every secret. */
  public static ObjectNode masked(Descriptor type, ObjectNode message) {
    ObjectNode copy = message.deepCopy();
    mask(copy);
    maskMarked(type, copy);
    return copy;
  }

  private static void maskMarked(Descriptor type, ObjectNode message) {
    for (FieldDescriptor field : type.getFields()) {
      JsonNode value = message.path(field.getName());
      if (field.getOptions().getExtension(CsiProto.csiSecret)) {
        hide(message, field.getName(), value);
      } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
        if (value instanceof ObjectNode one) {
          maskMarked(field.getMessageType(), one);
        }
        value.forEach(each -> {
          if (field.isRepeated() && each instanceof ObjectNode one) {
            maskMarked(field.getMessageType(), one);
          }
        });
      }
    }
  }

  /** Masks the value of a field. The keys of a map are not secret and stay. */
  private static void hide(ObjectNode message, String name, JsonNode value) {
    if (value instanceof ObjectNode map) {
      List.copyOf(map.propertyNames()).forEach(key -> map.put(key, MASK));
    } else if (!value.isMissingNode()) {
      message.put(name, MASK);
    }
  }

  private static void mask(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String name : object.propertyNames()) {
        if (SECRET.contains(name)) {
          object.put(name, MASK);
        }
      }
    }
    node.forEach(ApiJson::mask);
  }

  /** Returns a message as JSON on one line. */
  public static String oneLine(ObjectNode message) {
    return JSON.writer().with(ONE_LINE).writeValueAsString(message);
  }

  /** Returns a message as JSON on several lines. */
  public static String pretty(ObjectNode message) {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(message);
  }
}
