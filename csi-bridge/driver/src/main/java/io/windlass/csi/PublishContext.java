package io.windlass.csi;

import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Content of {@code publish_context}, by which a controller tells a node where a volume is and
 * gives it a sealed credential for this volume alone. The CO carries and stores it.
 *
 * @param prefix empty, or a folder of the bucket and a slash
 * @param credential credential for the node, as text of the protocol's connector; the driver's own
 *     key is never sent to a node
 * @param capacityBytes most bytes that the volume may hold; 0: no bound
 * @param capacityObjects most objects that the volume may hold; 0: no bound
 * @param readOnly whether nothing may be written
 * @param tuning mount parameters that were changed since the volume was created; they take
 *     precedence over those of {@code volume_context}
 * @param renewal how the node asks for the volume as it is later; empty: it cannot be asked for,
 *     and the credential lasts until it is revoked
 */
public record PublishContext(
    BucketAddress address,
    String prefix,
    Secret credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    Map<String, String> tuning,
    Optional<Renewal> renewal) {
  private static final String PROTOCOL = "protocol";
  private static final String BUCKET = "bucket";
  private static final String CREDENTIAL = "credential";
  private static final String TUNING = "mount.";
  private static final String RENEWAL_KEY = "renewalKey";

  /** In place of the other where the credential lasts, which nodes of earlier versions rely on. */
  private static final String ASKING_KEY = "askingKey";

  private static final String RENEWAL_URL = "renewalUrl";
  private static final String ISSUED = "issued";
  private static final String EXPIRES = "expires";

  public PublishContext {
    tuning = Map.copyOf(tuning);
  }

  /**
   * Returns the fields for the CO. The credential is sealed for this volume on this node, together
   * with all other fields: it cannot be opened beside a changed one. The same arguments always give
   * the same fields.
   *
   * @param keys the driver's own keys
   */
  public Map<String, String> sealed(NodeId node, Keyring keys, String volumeId) {
    Map<String, String> fields = new TreeMap<>(address.fields());
    fields.put(PROTOCOL, address.protocol().text());
    fields.put(BUCKET, address.bucket());
    fields.put("prefix", prefix);
    fields.put("capacityBytes", Long.toString(capacityBytes));
    fields.put("capacityObjects", Long.toString(capacityObjects));
    fields.put("readOnly", Boolean.toString(readOnly));
    tuning.forEach((name, value) -> fields.put(TUNING + name, value));
    renewal.ifPresent(each -> {
      fields.put(RENEWAL_URL, each.url().toString());
      fields.put(ISSUED, each.issued().toString());
      each.expires().ifPresent(end -> fields.put(EXPIRES, end.toString()));
      fields.put(
          each.expires().isPresent() ? RENEWAL_KEY : ASKING_KEY,
          node.key().seal(each.key().secret(), context(fields, volumeId), keys));
    });
    fields.put(CREDENTIAL, node.key().seal(credential, context(fields, volumeId), keys));
    return fields;
  }

  /**
   * Reads the fields that {@link #sealed} made. Unknown ones, of a later version, are ignored.
   *
   * @param connectors connectors of the protocols whose buckets can be mounted
   * @param key the node's own key
   * @return empty if no controller of this driver published the volume
   * @throws IllegalStateException when the credential was sealed for another node or volume, or a
   *     field was changed since
   * @throws IllegalArgumentException when a field is missing or malformed; the message names it
   * @throws io.windlass.error.DriverException.InvalidArgument when a field of the address is
   *     malformed
   */
  public static Optional<PublishContext> open(
      Map<String, String> fields,
      BucketConnectors connectors,
      SealingKeyPair key,
      String volumeId) {
    if (!fields.containsKey(CREDENTIAL)) {
      return Optional.empty();
    }
    String protocol = field(fields, PROTOCOL);
    BucketConnector connector =
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
            key(connector, key.open(field(fields, CREDENTIAL), context(fields, volumeId))),
            number(fields, "capacityBytes"),
            number(fields, "capacityObjects"),
            Boolean.parseBoolean(field(fields, "readOnly")),
            tuning,
            renewal(fields, key, volumeId)));
  }

  /**
   * Who writes an attachment must not have programs run on the node, or use the node's own role.
   */
  private static Secret key(BucketConnector connector, Secret credential) {
    if (connector.isOfThisMachine(credential)) {
      throw new IllegalArgumentException(
          "publish_context.credential must be a key: only mounts by hand have it from the machine");
    }
    return credential;
  }

  private static Optional<Renewal> renewal(
      Map<String, String> fields, SealingKeyPair key, String volumeId) {
    boolean ends = fields.containsKey(RENEWAL_KEY);
    if (!ends && !fields.containsKey(ASKING_KEY)) {
      return Optional.empty();
    }
    Map<String, String> others = new TreeMap<>(fields);
    String name = ends ? RENEWAL_KEY : ASKING_KEY;
    String sealed = field(others, name);
    others.remove(name);
    return Optional.of(
        new Renewal(
            instant(fields, ISSUED),
            ends ? Optional.of(instant(fields, EXPIRES)) : Optional.empty(),
            URI.create(field(fields, RENEWAL_URL)),
            new MessageKey(key.open(sealed, context(others, volumeId)))));
  }

  private static Instant instant(Map<String, String> fields, String name) {
    try {
      return Instant.parse(field(fields, name));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("publish_context: %s is no time".formatted(name), e);
    }
  }

  private static BucketAddress address(Map<String, String> fields, BucketConnector connector) {
    Map<String, String> address = new TreeMap<>();
    for (AccessField each : connector.fields()) {
      boolean leftOut =
          connector.optional().contains(each.name()) && !fields.containsKey(each.name());
      if (each.part() == Part.ADDRESS && !leftOut) {
        address.put(each.name(), field(fields, each.name()));
      }
    }
    return connector.address(field(fields, BUCKET), address);
  }

  /** Returns a text that is another one for another volume, or if any field differs. */
  private static String context(Map<String, String> fields, String volumeId) {
    StringBuilder text = new StringBuilder("csi publish");
    append(text, volumeId);
    new TreeMap<>(fields)
        .forEach((name, value) -> {
          if (!name.equals(CREDENTIAL)) {
            append(text, name);
            append(text, value);
          }
        });
    return text.toString();
  }

  private static void append(StringBuilder text, String part) {
    text.append(' ').append(part.length()).append(':').append(part);
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
