package io.windlass.csi.node;

import io.windlass.secret.Secret;
import io.windlass.store.StoreException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The one key of a Secret that COSI v1alpha1 makes: JSON that says all of a bucket. */
final class BucketInfo {
  static final String KEY = "BucketInfo";

  private BucketInfo() {}

  /** Reads it; keys beside it are not looked at. */
  static SecretFields read(Map<String, String> secrets) {
    JsonNode spec = parse(secrets.getOrDefault(KEY, "")).path("spec");
    JsonNode s3 = spec.path("secretS3");
    if (!s3.isObject()) {
      throw new StoreException.InvalidArgument(
          spec.path("secretAzure").isObject()
              ? "secrets: BucketInfo is of an Azure container, and only buckets of S3 can be"
                  + " mounted by this version"
              : "secrets: BucketInfo lacks spec.secretS3");
    }
    Map<SecretField, String> fields = new EnumMap<>(SecretField.class);
    put(fields, SecretField.BUCKET, spec, "bucketName");
    put(fields, SecretField.ACCESS_KEY_ID, s3, "accessKeyID");
    put(fields, SecretField.ENDPOINT, s3, "endpoint");
    put(fields, SecretField.REGION, s3, "region");
    return new SecretFields(fields, text(s3, "accessSecretKey").map(Secret::of), KEY);
  }

  private static JsonNode parse(String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (JacksonException e) {
      // Its message may show what it read.
      throw new StoreException.InvalidArgument("secrets: BucketInfo is no JSON");
    }
  }

  private static void put(
      Map<SecretField, String> fields, SecretField field, JsonNode object, String name) {
    text(object, name).ifPresent(text -> fields.put(field, text));
  }

  private static Optional<String> text(JsonNode object, String name) {
    return Optional.of(object.path(name))
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .filter(text -> !text.isEmpty());
  }
}
