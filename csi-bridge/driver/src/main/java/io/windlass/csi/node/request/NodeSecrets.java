package io.windlass.csi.node.request;

import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the secrets of a node call in every form in which workloads receive a bucket: the JSON
 * {@code BucketInfo} of COSI v1alpha1, or a key for each field. Errors name keys and never values.
 */
record NodeSecrets(BucketConnectors connectors) {
  /** Prefix of the keys that the CO adds by itself. */
  private static final String OF_THE_CO = "csi.storage.k8s.io/";

  /** Returns a sentence for errors that says what secrets need. */
  String need() {
    return connectors.all().stream()
        .map(BucketConnector::secretsNeed)
        .collect(Collectors.joining("; or ", "secrets need ", ""));
  }

  /**
   * Reads the secrets.
   *
   * @param context volume context, whose fields of the bucket take precedence over those of the
   *     secrets
   * @param volumeId names the bucket if neither the context nor the secrets do
   * @throws DriverException.InvalidArgument when keys are missing, unknown, or of a protocol that
   *     cannot be mounted; the message names them
   */
  VolumeAccess read(Map<String, String> secrets, Map<String, String> context, String volumeId) {
    Map<String, String> own = new TreeMap<>(secrets);
    own.keySet().removeIf(name -> name.startsWith(OF_THE_CO));
    SecretFields fields =
        own.containsKey(BucketInfoSecret.KEY)
            ? new BucketInfoSecret(connectors).read(own)
            : new FlatSecrets(connectors, need()).read(own);
    return access(fields.under(context), volumeId);
  }

  private VolumeAccess access(SecretFields fields, String volumeId) {
    Optional<String> bucket = fields.bucket().or(() -> VolumePlace.bucket(volumeId));
    Set<String> given = new TreeSet<>(fields.open().keySet());
    given.addAll(fields.credential().keySet());
    bucket.ifPresent(_ -> given.add(fields.bucketName()));
    Set<String> missing = fields.connector().missing(given);
    if (!missing.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "secrets lack %s; they have %s. %s"
              .formatted(String.join(", ", new TreeSet<>(missing)), fields.names(), need()));
    }
    String prefix =
        fields
            .prefix()
            .or(() -> fields.bucket().isPresent() ? Optional.empty() : VolumePlace.folder(volumeId))
            .orElse("");
    return VolumeAccess.unbounded(
        fields.connector().address(bucket.orElseThrow(), fields.open()),
        prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/",
        fields.connector().credential(fields.credential()));
  }
}
