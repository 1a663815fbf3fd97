package io.windlass.csi.node.request;

import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketConnector;
import io.windlass.secret.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Fields of a secret by the driver's own names, whatever keys the secret has.
 *
 * @param connector connector of the protocol that the secret is for
 * @param open fields that are not secret, by own name
 * @param credential secret fields, by own name
 * @param names keys of the secret, for errors
 */
record SecretFields(
    BucketConnector connector,
    Map<String, String> open,
    Map<String, Secret> credential,
    String names) {
  /** Name of the field with the folder of the bucket, the same for all protocols. */
  static final String PREFIX = "prefix";

  SecretFields {
    open = Map.copyOf(open);
    credential = Map.copyOf(credential);
  }

  @Override
  public String toString() {
    return "SecretFields[%s]".formatted(names);
  }

  /** Reads all fields; {@code said} returns the value of a field. */
  static SecretFields read(
      BucketConnector connector,
      Optional<String> prefix,
      Function<AccessField, Optional<String>> said,
      String names) {
    Map<String, String> open = new TreeMap<>();
    prefix.ifPresent(text -> open.put(PREFIX, text));
    Map<String, Secret> credential = new TreeMap<>();
    for (AccessField field : connector.fields()) {
      Optional<String> value = said.apply(field);
      switch (field.part()) {
        case BUCKET, ADDRESS -> value.ifPresent(text -> open.put(field.name(), text));
        case CREDENTIAL ->
            value.map(Secret::of).ifPresent(secret -> credential.put(field.name(), secret));
      }
    }
    connector.implied(credential).forEach(open::putIfAbsent);
    return new SecretFields(connector, open, credential, names);
  }

  /**
   * Returns these fields, but with the bucket's fields from the volume context, by own names, where
   * it has them.
   */
  SecretFields under(Map<String, String> context) {
    Map<String, String> said = new TreeMap<>(open);
    for (AccessField field : connector.fields()) {
      if (field.part() != Part.CREDENTIAL) {
        AccessField.value(context, field.name()).ifPresent(value -> said.put(field.name(), value));
      }
    }
    AccessField.value(context, PREFIX).ifPresent(value -> said.put(PREFIX, value));
    return new SecretFields(connector, said, credential, names);
  }

  Optional<String> bucket() {
    return Optional.ofNullable(open.get(bucketName()));
  }

  /** Returns the connector's name of the field with the bucket. */
  String bucketName() {
    return connector.fields().stream()
        .filter(field -> field.part() == Part.BUCKET)
        .findFirst()
        .orElseThrow()
        .name();
  }

  Optional<String> prefix() {
    return Optional.ofNullable(open.get(PREFIX));
  }
}
