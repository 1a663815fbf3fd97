package io.windlass.csi;

import io.windlass.provision.CredentialSeal;
import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a controller tells a node through {@code publish_context}, which the CO carries and stores:
 * where a volume is, and a credential for no more than it, sealed.
 *
 * @param prefix empty, or a folder of the bucket and a slash
 * @param credential what the node uses; the driver's own key never goes there
 * @param capacityBytes most bytes that the volume may hold; 0: no bound
 * @param capacityObjects most objects that the volume may hold; 0: no bound
 * @param readOnly whether nothing may be written
 * @param tuning mount parameters that were changed since the volume was made: they go before those
 *     of {@code volume_context}
 */
public record PublishContext(
    BucketLocation location,
    String prefix,
    Credential credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    Map<String, String> tuning) {
  private static final String TUNING = "mount.";

  public PublishContext {
    tuning = Map.copyOf(tuning);
  }

  /** As the CO carries it: to this node, for this volume, of use to nobody else. */
  public Map<String, String> sealed(CredentialSeal seal, String volumeId, String nodeId) {
    Map<String, String> fields = new TreeMap<>();
    switch (location) {
      case BucketLocation.S3(String bucket, URI endpoint, String region, boolean pathStyle) -> {
        fields.put("protocol", "s3");
        fields.put("bucket", bucket);
        fields.put("endpoint", endpoint.toString());
        fields.put("region", region);
        fields.put("pathStyle", Boolean.toString(pathStyle));
      }
      case BucketLocation.Azure _, BucketLocation.Gcs _ ->
          throw new IllegalArgumentException(
              "volumes of %s cannot be mounted yet".formatted(location));
    }
    fields.put("prefix", prefix);
    fields.put("capacityBytes", Long.toString(capacityBytes));
    fields.put("capacityObjects", Long.toString(capacityObjects));
    fields.put("readOnly", Boolean.toString(readOnly));
    fields.put("credential", seal.sealAlike(credential, context(volumeId, nodeId)));
    tuning.forEach((name, value) -> fields.put(TUNING + name, value));
    return fields;
  }

  /**
   * Reads what {@link #sealed} made; keys that it does not know are passed over.
   *
   * @return empty where no controller of this driver published the volume
   * @throws IllegalStateException when it was made for another node or volume, or with other keys
   * @throws IllegalArgumentException when a field is missing or malformed; the message names it
   */
  public static Optional<PublishContext> open(
      Map<String, String> fields, CredentialSeal seal, String volumeId, String nodeId) {
    if (!fields.containsKey("credential")) {
      return Optional.empty();
    }
    String protocol = field(fields, "protocol");
    if (!protocol.equals("s3")) {
      throw new IllegalArgumentException(
          "publish_context: protocol '%s' cannot be mounted by this version".formatted(protocol));
    }
    BucketLocation location =
        new BucketLocation.S3(
            field(fields, "bucket"),
            URI.create(field(fields, "endpoint")),
            field(fields, "region"),
            Boolean.parseBoolean(field(fields, "pathStyle")));
    Map<String, String> tuning = new TreeMap<>();
    fields.forEach((name, value) -> {
      if (name.startsWith(TUNING)) {
        tuning.put(name.substring(TUNING.length()), value);
      }
    });
    return Optional.of(
        new PublishContext(
            location,
            field(fields, "prefix"),
            seal.open(field(fields, "credential"), context(volumeId, nodeId)),
            number(fields, "capacityBytes"),
            number(fields, "capacityObjects"),
            Boolean.parseBoolean(field(fields, "readOnly")),
            tuning));
  }

  private static String context(String volumeId, String nodeId) {
    return "csi publish %s %s".formatted(volumeId, nodeId);
  }

  private static long number(Map<String, String> fields, String name) {
    String text = field(fields, name);
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("publish_context: %s is no number".formatted(name));
    }
    return Long.parseLong(text);
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("publish_context: %s is missing".formatted(name));
    }
    return value;
  }
}
