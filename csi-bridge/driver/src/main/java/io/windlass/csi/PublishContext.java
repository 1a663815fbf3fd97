package io.windlass.csi;

import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.AccessField;
import io.windlass.store.AccessField.Part;
import io.windlass.store.StoreAddress;
import io.windlass.store.StoreConnector;
import io.windlass.store.StoreConnectors;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a controller tells a node through {@code publish_context}, which the CO carries and stores:
 * where a volume is, and a credential for no more than it, sealed. Version 0.1 reads and writes the
 * same.
 *
 * @param prefix empty, or a folder of the bucket and a slash
 * @param credential what the node uses, as text of the protocol's connector; the driver's own key
 *     never goes there
 * @param capacityBytes most bytes that the volume may hold; 0: no bound
 * @param capacityObjects most objects that the volume may hold; 0: no bound
 * @param readOnly whether nothing may be written
 * @param tuning mount parameters that were changed since the volume was made: they go before those
 *     of {@code volume_context}
 */
public record PublishContext(
    StoreAddress address,
    String prefix,
    Secret credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    Map<String, String> tuning) {
  private static final String PROTOCOL = "protocol";
  private static final String BUCKET = "bucket";
  private static final String TUNING = "mount.";

  public PublishContext {
    tuning = Map.copyOf(tuning);
  }

  /** As the CO carries it: to this node, for this volume, of use to nobody else. */
  public Map<String, String> sealed(Keyring keys, String volumeId, String nodeId) {
    Map<String, String> fields = new TreeMap<>(address.fields());
    fields.put(PROTOCOL, address.protocol().text());
    fields.put(BUCKET, address.bucket());
    fields.put("prefix", prefix);
    fields.put("capacityBytes", Long.toString(capacityBytes));
    fields.put("capacityObjects", Long.toString(capacityObjects));
    fields.put("readOnly", Boolean.toString(readOnly));
    fields.put("credential", keys.sealAlike(credential, context(volumeId, nodeId)));
    tuning.forEach((name, value) -> fields.put(TUNING + name, value));
    return fields;
  }

  /**
   * Reads what {@link #sealed} made; keys that it does not know are passed over.
   *
   * @param connectors of the protocols whose buckets can be mounted
   * @return empty where no controller of this driver published the volume
   * @throws IllegalStateException when it was made for another node or volume, or with other keys
   * @throws IllegalArgumentException when a field is missing or malformed; the message names it
   * @throws io.windlass.store.DriverException.InvalidArgument the same, of the address
   */
  public static Optional<PublishContext> open(
      Map<String, String> fields,
      StoreConnectors connectors,
      Keyring keys,
      String volumeId,
      String nodeId) {
    if (!fields.containsKey("credential")) {
      return Optional.empty();
    }
    String protocol = field(fields, PROTOCOL);
    StoreConnector connector =
        connectors
            .of(protocol)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "publish_context: protocol '%s' cannot be mounted by this version"
                        .formatted(protocol)));
    Map<String, String> tuning = new TreeMap<>();
    fields.forEach((name, value) -> {
      if (name.startsWith(TUNING)) {
        tuning.put(name.substring(TUNING.length()), value);
      }
    });
    return Optional.of(
        new PublishContext(
            address(fields, connector),
            field(fields, "prefix"),
            keys.open(field(fields, "credential"), context(volumeId, nodeId)),
            number(fields, "capacityBytes"),
            number(fields, "capacityObjects"),
            Boolean.parseBoolean(field(fields, "readOnly")),
            tuning));
  }

  private static StoreAddress address(Map<String, String> fields, StoreConnector connector) {
    Map<String, String> address = new TreeMap<>();
    for (AccessField each : connector.fields()) {
      if (each.part() == Part.ADDRESS) {
        address.put(each.name(), field(fields, each.name()));
      }
    }
    return connector.address(field(fields, BUCKET), address);
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
