package io.windlass.csi.node;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the keys of a secret mean, in every dialect: the driver's own name is the first. */
enum SecretField {
  ACCESS_KEY_ID,
  SECRET_ACCESS_KEY,
  ENDPOINT,
  REGION,
  BUCKET,
  PREFIX,
  PATH_STYLE;

  /** All names, the one that goes before the others first. */
  List<String> names() {
    return switch (this) {
      case ACCESS_KEY_ID -> List.of("accessKeyId", "COSI_S3_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID");
      case SECRET_ACCESS_KEY ->
          List.of("secretAccessKey", "COSI_S3_ACCESS_SECRET_KEY", "AWS_SECRET_ACCESS_KEY");
      case ENDPOINT ->
          List.of("endpoint", "COSI_S3_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
      case REGION -> List.of("region", "COSI_S3_REGION", "AWS_REGION", "AWS_DEFAULT_REGION");
      case BUCKET -> List.of("bucket", "COSI_S3_BUCKET_ID", "BUCKET_NAME");
      case PREFIX -> List.of("prefix");
      case PATH_STYLE ->
          List.of("pathStyle", "COSI_S3_ADDRESSING_STYLE", "AWS_S3_ADDRESSING_STYLE");
    };
  }

  /** The driver's own name. */
  String own() {
    return names().getFirst();
  }

  static Optional<SecretField> of(String name) {
    return Stream.of(values()).filter(field -> field.names().contains(name)).findFirst();
  }
}
