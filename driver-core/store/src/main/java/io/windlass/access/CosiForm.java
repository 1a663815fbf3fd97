package io.windlass.access;

import io.windlass.secret.Secret;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How COSI says buckets and credentials of a protocol: as names of fields, which the provisioner
 * puts into the messages of each revision. A field that a revision has no room for is left out of
 * its messages.
 *
 * <p>COSI itself knows three protocols. v1alpha2 has no room for buckets and credentials of others;
 * v1alpha1 has room for their credentials. This is how those others are said.
 */
public interface CosiForm {

  /**
   * Fields of a message.
   *
   * @param member the name that the message has in the one around it
   * @param fields values by the names of the fields, or of the constants of an enum
   */
  record Message<V>(String member, Map<String, V> fields) {
    public Message {
      fields = Map.copyOf(fields);
    }
  }

  /** Returns the {@code Protocol} of a bucket in v1alpha1; empty where it has none. */
  default Optional<Message<String>> bucketInV1Alpha1(BucketLocation location) {
    return Optional.empty();
  }

  /**
   * Returns the {@code CredentialDetails} of a key in v1alpha1, which are a map. Its sidecar hands
   * on those named {@code s3} and {@code azure}.
   */
  default Message<Secret> keyInV1Alpha1(Credential.Key key, BucketLocation location) {
    return new Message<>(key.protocol().text(), key.fields());
  }

  /**
   * Returns the {@code BucketInfo} of a bucket in v1alpha2, by the keys of the Secret that sidecars
   * make of it: {@code COSI_S3_ENDPOINT}.
   */
  default Map<String, String> bucketInV1Alpha2(BucketLocation location) {
    return location.fields().entrySet().stream()
        .collect(
            Collectors.toMap(
                field -> secretKey(location.protocol(), field.getKey()), Map.Entry::getValue));
  }

  /** Returns the {@code CredentialInfo} of a credential in v1alpha2, by the keys of the Secret. */
  default Map<String, Secret> credentialInV1Alpha2(Credential credential) {
    return switch (credential) {
      case Credential.Key key ->
          key.fields().entrySet().stream()
              .collect(
                  Collectors.toMap(
                      field -> secretKey(key.protocol(), field.getKey()), Map.Entry::getValue));
      case Credential.OwnIdentity _ -> Map.of();
    };
  }

  /** Returns a name like {@code accessKeyId} as {@code COSI_S3_ACCESS_KEY_ID}. */
  private static String secretKey(Protocol protocol, String name) {
    String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    return "COSI_%s_%s".formatted(protocol.name(), words);
  }
}
