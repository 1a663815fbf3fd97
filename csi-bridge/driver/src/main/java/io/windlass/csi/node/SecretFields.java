package io.windlass.csi.node;

import io.windlass.secret.Secret;
import io.windlass.store.StoreException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The fields of a secret, whatever they were called in it.
 *
 * @param fields all that may be seen
 * @param key the secret access key
 * @param names of the keys that it has, for errors
 */
record SecretFields(Map<SecretField, String> fields, Optional<Secret> key, String names) {
  /** Says which protocol the other keys are of; of some issuers only. */
  private static final String PROTOCOL = "COSI_PROTOCOL";

  private static final List<String> OTHERS =
      List.of("COSI_AZURE_", "AZURE_STORAGE_", "COSI_GCS_", "HMAC_", "PRIVATE_KEY", "CLIENT_");

  SecretFields {
    fields = Map.copyOf(fields);
  }

  @Override
  public String toString() {
    return "SecretFields[%s]".formatted(names);
  }

  /** Of a flat secret. */
  static SecretFields ofKeys(Map<String, String> secrets) {
    requireS3(secrets);
    TreeSet<String> unknown = new TreeSet<>(secrets.keySet());
    unknown.removeIf(name -> name.equals(PROTOCOL) || SecretField.of(name).isPresent());
    if (!unknown.isEmpty()) {
      throw new StoreException.InvalidArgument(
          "secrets have the unknown key %s. %s"
              .formatted(String.join(", ", unknown), NodeSecrets.RIGHT));
    }
    return new SecretFields(
        read(secrets),
        first(secrets, SecretField.SECRET_ACCESS_KEY).map(Secret::of),
        String.join(", ", new TreeSet<>(secrets.keySet())));
  }

  /** What a volume says of its bucket, in the driver's own words. */
  static SecretFields ofContext(Map<String, String> context) {
    Map<SecretField, String> fields = new EnumMap<>(SecretField.class);
    for (SecretField field : SecretField.values()) {
      switch (field) {
        case ENDPOINT, REGION, BUCKET, PREFIX, PATH_STYLE ->
            value(context, field.own()).ifPresent(value -> fields.put(field, value));
        case ACCESS_KEY_ID, SECRET_ACCESS_KEY -> {}
      }
    }
    return new SecretFields(
        fields, Optional.empty(), String.join(", ", new TreeSet<>(context.keySet())));
  }

  private static Map<SecretField, String> read(Map<String, String> given) {
    Map<SecretField, String> fields = new EnumMap<>(SecretField.class);
    for (SecretField field : SecretField.values()) {
      if (field != SecretField.SECRET_ACCESS_KEY) {
        first(given, field).ifPresent(value -> fields.put(field, value));
      }
    }
    return fields;
  }

  private static Optional<String> first(Map<String, String> given, SecretField field) {
    return field.names().stream().flatMap(name -> value(given, name).stream()).findFirst();
  }

  /** Files of secrets often end in a line end. */
  private static Optional<String> value(Map<String, String> given, String name) {
    return Optional.ofNullable(given.get(name)).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static void requireS3(Map<String, String> secrets) {
    Optional<String> other =
        secrets.keySet().stream()
            .filter(name -> OTHERS.stream().anyMatch(name::startsWith))
            .sorted()
            .findFirst();
    if (other.isPresent()) {
      throw new StoreException.InvalidArgument(
          "secrets have %s: buckets of Azure and of Google Cloud Storage cannot be mounted by this"
                  .formatted(other.get())
              + " version, only those of S3");
    }
    String protocol = secrets.getOrDefault(PROTOCOL, "s3").strip();
    if (!protocol.equalsIgnoreCase("s3")) {
      throw new StoreException.InvalidArgument(
          "secrets: COSI_PROTOCOL must be S3: nothing else can be mounted by this version");
    }
  }

  Optional<String> value(SecretField field) {
    return Optional.ofNullable(fields.get(field));
  }
}
