package io.windlass.cli.call;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import java.util.Set;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** COSI's messages as JSON for people. */
public final class CosiJson {
  /** Fields, and keys of v1alpha1's map of secrets, whose values nobody should see by accident. */
  private static final Set<String> SECRET =
      Set.of(
          "access_secret_key", "access_secret", "access_token", "accessSecretKey", "accessToken");

  private static final JsonMapper JSON = new JsonMapper();

  private static final DefaultPrettyPrinter ONE_LINE =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                  .withObjectEntrySpacing(Separators.Spacing.AFTER)
                  .withArrayElementSpacing(Separators.Spacing.AFTER))
          .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
          .withArrayIndenter(new DefaultPrettyPrinter.NopIndenter());

  private CosiJson() {}

  /** The message with the field names of its proto. */
  static ObjectNode print(DynamicMessage message) throws InvalidProtocolBufferException {
    if (message.getDescriptorForType().equals(DriverCreateBucketResponse.getDescriptor())) {
      return created(DriverCreateBucketResponse.parseFrom(message.toByteString()));
    }
    return tree(JsonFormat.printer().preservingProtoFieldNames().print(message));
  }

  /**
   * What field 1 holds differs between revisions of v1alpha2; our proto calls it bytes. Shown is
   * what the answer means.
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

  private static ObjectNode tree(String json) {
    return (ObjectNode) JSON.readTree(json);
  }

  /** The same with {@code ***} for every secret. */
  public static ObjectNode masked(ObjectNode message) {
    ObjectNode copy = message.deepCopy();
    mask(copy);
    return copy;
  }

  private static void mask(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String name : object.propertyNames()) {
        if (SECRET.contains(name)) {
          object.put(name, "***");
        }
      }
    }
    node.forEach(CosiJson::mask);
  }

  /** On one line. */
  public static String oneLine(ObjectNode message) {
    return JSON.writer().with(ONE_LINE).writeValueAsString(message);
  }

  /** On several lines. */
  public static String pretty(ObjectNode message) {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(message);
  }
}
