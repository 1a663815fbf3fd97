package io.windlass.store.s3.client;

import io.windlass.access.Credential;
import io.windlass.connect.AccessField;
import io.windlass.connect.CredentialFiles;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Access key of an S3 server, as a client uses it.
 *
 * @param sessionToken of a key that a security token service issued for some hours; empty: the key
 *     lasts until it is revoked
 */
public record S3Key(String accessKeyId, Secret secretAccessKey, Optional<Secret> sessionToken) {
  public static final AccessField ACCESS_KEY_ID =
      field(
          "accessKeyId", "COSI_S3_ACCESS_KEY_ID", Optional.of("accessKeyID"), "AWS_ACCESS_KEY_ID");

  public static final AccessField SECRET_ACCESS_KEY =
      field(
          "secretAccessKey",
          "COSI_S3_ACCESS_SECRET_KEY",
          Optional.of("accessSecretKey"),
          "AWS_SECRET_ACCESS_KEY");

  /** COSI has none: what it hands out lasts. */
  public static final AccessField SESSION_TOKEN =
      new AccessField(
          "sessionToken",
          AccessField.Part.CREDENTIAL,
          Optional.empty(),
          Optional.empty(),
          List.of("AWS_SESSION_TOKEN"),
          List.of());

  /** Creates a key that lasts. */
  public S3Key(String accessKeyId, Secret secretAccessKey) {
    this(accessKeyId, secretAccessKey, Optional.empty());
  }

  private static AccessField field(
      String name, String cosi, Optional<String> bucketInfo, String environment) {
    return new AccessField(
        name,
        AccessField.Part.CREDENTIAL,
        Optional.of(cosi),
        bucketInfo,
        List.of(environment),
        List.of());
  }

  /**
   * Returns the key that a credential is.
   *
   * @throws IllegalArgumentException when it is no key of S3
   */
  public static S3Key of(Credential credential) {
    return of(Credential.key(credential, S3Protocol.S3).fields());
  }

  /** Returns the key as credential that only revocation ends. */
  public Credential.Key credential() {
    return credential(Optional.empty());
  }

  /** Returns the key as credential that ends by itself. */
  public Credential.Key credential(Optional<Instant> end) {
    return new Credential.Key(S3Protocol.S3, fields(), end);
  }

  /** Returns the key by its fields' own names. */
  public Map<String, Secret> fields() {
    Map<String, Secret> fields = new TreeMap<>();
    fields.put(ACCESS_KEY_ID.name(), Secret.of(accessKeyId));
    fields.put(SECRET_ACCESS_KEY.name(), secretAccessKey);
    sessionToken.ifPresent(token -> fields.put(SESSION_TOKEN.name(), token));
    return fields;
  }

  /**
   * Returns the key of these fields, by own names.
   *
   * @throws IllegalArgumentException that names the field that is missing
   */
  public static S3Key of(Map<String, Secret> fields) {
    return new S3Key(
        required(fields, ACCESS_KEY_ID).reveal(),
        required(fields, SECRET_ACCESS_KEY),
        Optional.ofNullable(fields.get(SESSION_TOKEN.name())));
  }

  private static Secret required(Map<String, Secret> fields, AccessField field) {
    return Optional.ofNullable(fields.get(field.name()))
        .orElseThrow(
            () -> new IllegalArgumentException("the credential lacks its " + field.name()));
  }

  /**
   * Returns the key that files have now.
   *
   * @throws io.windlass.error.DriverException.Unauthenticated naming the file that is missing,
   *     empty or unreadable
   */
  public static S3Key in(CredentialFiles files) {
    String advice = "put the driver's key there";
    return files.together(() ->
        new S3Key(
            files.require(ACCESS_KEY_ID, advice).reveal(),
            files.require(SECRET_ACCESS_KEY, advice),
            files.find(SESSION_TOKEN).map(CredentialFiles.Found::value)));
  }
}
