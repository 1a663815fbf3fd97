package io.windlass.csi.node;

import io.windlass.secret.Secret;
import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;
import io.windlass.store.StoreException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the secrets of a node call, in every form in which a bucket is handed to workloads: the
 * driver's own keys, the JSON {@code BucketInfo} of COSI v1alpha1, the {@code COSI_S3_…} keys of
 * COSI v1alpha2, and the {@code AWS_…} names that SDKs know. Errors name keys, and never values.
 */
final class NodeSecrets {
  /** What a secret has to hold, for errors. */
  static final String RIGHT =
      "secrets need accessKeyId and secretAccessKey, with endpoint, region and bucket where the"
          + " volume does not say them; or BucketInfo, or COSI_S3_…, or AWS_… as COSI and AWS have"
          + " them";

  /** What the CO adds by itself. */
  private static final String OF_THE_CO = "csi.storage.k8s.io/";

  private static final List<String> PATH = List.of("true", "path");
  private static final List<String> VIRTUAL = List.of("false", "virtual");

  private final SecretFields secrets;
  private final SecretFields context;

  private NodeSecrets(SecretFields secrets, SecretFields context) {
    this.secrets = secrets;
    this.context = context;
  }

  /**
   * Reads one of them.
   *
   * @param context what the volume says of its bucket goes before what the secret says
   * @param volumeId names the bucket, where neither does
   * @throws StoreException.InvalidArgument when keys are missing, unknown, or of a kind that cannot
   *     be mounted: names them
   */
  static VolumeAccess read(
      Map<String, String> secrets, Map<String, String> context, String volumeId) {
    Map<String, String> own = new TreeMap<>(secrets);
    own.keySet().removeIf(name -> name.startsWith(OF_THE_CO));
    SecretFields fields =
        own.containsKey(BucketInfo.KEY) ? BucketInfo.read(own) : SecretFields.ofKeys(own);
    return new NodeSecrets(fields, SecretFields.ofContext(context)).access(volumeId);
  }

  private VolumeAccess access(String volumeId) {
    Set<String> missing = new TreeSet<>();
    String keyId = require(SecretField.ACCESS_KEY_ID, missing);
    Optional<Secret> key = secrets.key();
    if (key.isEmpty()) {
      missing.add(SecretField.SECRET_ACCESS_KEY.own());
    }
    Optional<String> region = say(SecretField.REGION);
    Optional<String> endpoint = say(SecretField.ENDPOINT);
    Optional<String> bucket = say(SecretField.BUCKET).or(() -> VolumePlace.bucket(volumeId));
    if (bucket.isEmpty()) {
      missing.add("bucket");
    }
    if (endpoint.isEmpty() && region.isEmpty()) {
      missing.add("endpoint");
    }
    if (!missing.isEmpty()) {
      throw new StoreException.InvalidArgument(
          "secrets lack %s; they have %s. %s"
              .formatted(String.join(", ", missing), secrets.names(), RIGHT));
    }
    String where = region.orElse("us-east-1");
    BucketLocation.S3 location =
        new BucketLocation.S3(
            bucket.orElseThrow(),
            endpoint
                .map(NodeSecrets::uri)
                .orElseGet(() -> uri("https://s3.%s.amazonaws.com".formatted(where))),
            where,
            say(SecretField.PATH_STYLE).map(NodeSecrets::pathStyle).orElse(endpoint.isPresent()));
    String prefix =
        say(SecretField.PREFIX)
            .or(() ->
                say(SecretField.BUCKET).isPresent()
                    ? Optional.empty()
                    : VolumePlace.folder(volumeId))
            .orElse("");
    return VolumeAccess.unbounded(
        location,
        prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/",
        new Credential.S3(keyId, key.orElseThrow()));
  }

  private Optional<String> say(SecretField field) {
    return context.value(field).or(() -> secrets.value(field));
  }

  private String require(SecretField field, Set<String> missing) {
    Optional<String> value = secrets.value(field);
    if (value.isEmpty()) {
      missing.add(field.own());
    }
    return value.orElse("");
  }

  private static URI uri(String text) {
    try {
      URI uri = URI.create(text);
      if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // said below, without its text
    }
    throw new StoreException.InvalidArgument("endpoint must be a URL like https://minio.example");
  }

  private static boolean pathStyle(String text) {
    if (PATH.contains(text)) {
      return true;
    }
    if (VIRTUAL.contains(text)) {
      return false;
    }
    throw new StoreException.InvalidArgument(
        "pathStyle must be true or false, COSI_S3_ADDRESSING_STYLE path or virtual");
  }
}
