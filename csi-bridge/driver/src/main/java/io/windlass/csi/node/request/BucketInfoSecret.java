package io.windlass.csi.node.request;

import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a Secret that COSI v1alpha1 makes. Its only key holds JSON with all information on a
 * bucket.
 */
record BucketInfoSecret(BucketConnectors connectors) {
  static final String KEY = "BucketInfo";

  /** Reads the JSON; other keys of the Secret are ignored. */
  SecretFields read(Map<String, String> secrets) {
    JsonNode spec = parse(secrets.getOrDefault(KEY, "")).path("spec");
    BucketConnector connector =
        connectors.all().stream()
            .filter(each -> spec.path(each.bucketInfo()).isObject())
            .findFirst()
            .orElseThrow(this::refusal);
    return SecretFields.read(
        connector,
        Optional.empty(),
        field -> text(spec, spec.path(connector.bucketInfo()), field),
        KEY);
  }

  private DriverException refusal() {
    return new DriverException.InvalidArgument(
        connectors.all().stream()
            .map(each -> "spec." + each.bucketInfo())
            .collect(Collectors.joining(" or ", "secrets: BucketInfo lacks ", "")));
  }

  private static JsonNode parse(String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (JacksonException e) {
      // The parser's message may contain parts of the secret.
      throw new DriverException.InvalidArgument("secrets: BucketInfo is no JSON");
    }
  }

  private static Optional<String> text(JsonNode spec, JsonNode members, AccessField field) {
    JsonNode object = field.part() == Part.BUCKET ? spec : members;
    return field
        .bucketInfo()
        .map(object::path)
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .filter(text -> !text.isEmpty());
  }
}
