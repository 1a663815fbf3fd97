package io.windlass.fake.azure;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** "set-blob-properties": what a blob has besides content and metadata, by headers of answers. */
final class Properties {
  /** Properties besides the content headers, with the same names in requests and answers. */
  static final String SCOPE = "x-ms-encryption-scope";

  private static final String RETAINED_UNTIL = "x-ms-immutability-policy-until-date";
  private static final String RETENTION_MODE = "x-ms-immutability-policy-mode";
  private static final String LEGAL_HOLD = "x-ms-legal-hold";

  /** Headers that keep a blob from being changed. */
  static final Set<String> IMMUTABILITY = Set.of(RETAINED_UNTIL, RETENTION_MODE, LEGAL_HOLD);

  private static final List<String> BESIDE_CONTENT =
      Stream.concat(Stream.of("x-ms-access-tier", SCOPE), IMMUTABILITY.stream()).toList();

  private static final Set<String> TIERS = Set.of("Hot", "Cool", "Cold", "Archive");

  private Properties() {}

  /**
   * Returns the properties in a request that writes a blob, without content headers; for those that
   * it does not name, the defaults of the account and the container apply: "put-blob",
   * "put-block-list", "copy-blob-from-url".
   */
  static Map<String, String> besideContent(
      FakeAccount account, Container container, Request request) {
    Map<String, String> properties = new HashMap<>();
    BESIDE_CONTENT.forEach(
        name -> request.header(name).ifPresent(value -> properties.put(name, value)));
    if (!TIERS.contains(properties.getOrDefault("x-ms-access-tier", "Hot"))) {
      throw Fault.of(400, "InvalidHeaderValue", "put-blob");
    }
    // "azure/storage/blobs/immutable-version-level-worm-policies": only with versions.
    boolean retained = properties.containsKey(RETAINED_UNTIL) || properties.containsKey(LEGAL_HOLD);
    if (retained && !account.settings().versioning()) {
      throw Fault.unknown("immutable blobs without versions");
    }
    Optional.ofNullable(properties.get(RETAINED_UNTIL))
        .map(Times::ofHttp)
        .filter(until -> !until.isAfter(account.now()))
        .ifPresent(_ -> {
          throw Fault.of(400, "InvalidHeaderValue", "set-blob-immutability-policy");
        });
    if (container.retention().isPositive() && !properties.containsKey(RETAINED_UNTIL)) {
      // The same page: a version has the policy of its container, and whether that is locked.
      properties.put(RETAINED_UNTIL, Times.http(account.now().plus(container.retention())));
      properties.put(RETENTION_MODE, "unlocked");
    }
    return properties;
  }

  /**
   * Refuses what is not done to a blob, or to a version of one, while it is retained or held:
   * "azure/storage/blobs/immutable-version-level-worm-policies", Scenarios.
   */
  static void requireMutable(FakeAccount account, Blob blob) {
    if (blob.properties().getOrDefault(LEGAL_HOLD, "false").equals("true")) {
      throw Fault.of(409, "BlobImmutableDueToLegalHold", "blob-service-error-codes");
    }
    Optional.ofNullable(blob.properties().get(RETAINED_UNTIL))
        .map(Times::ofHttp)
        .filter(account.now()::isBefore)
        .ifPresent(_ -> {
          throw Fault.of(409, "BlobImmutableDueToPolicy", "blob-service-error-codes");
        });
  }

  /** Returns the properties that "set-blob-properties" keeps. */
  static Map<String, String> besideContent(Blob blob) {
    Map<String, String> properties = new HashMap<>(blob.properties());
    properties.keySet().retainAll(BESIDE_CONTENT);
    return properties;
  }

  /** Returns the properties that "copy-blob-from-url" copies. */
  static Map<String, String> ofContent(Blob blob) {
    Map<String, String> properties = new HashMap<>(blob.properties());
    properties.keySet().removeAll(BESIDE_CONTENT);
    return properties;
  }

  /** Returns the content headers in a request; others are cleared. */
  static Map<String, String> of(Request request) {
    Map<String, String> properties = new HashMap<>();
    request.headersOf("x-ms-blob-").forEach((name, value) -> properties.put(named(name), value));
    properties.remove("");
    properties.putIfAbsent("Content-Type", "application/octet-stream");
    return properties;
  }

  private static String named(String header) {
    return switch (header) {
      case "content-type" -> "Content-Type";
      case "content-encoding" -> "Content-Encoding";
      case "content-language" -> "Content-Language";
      case "content-disposition" -> "Content-Disposition";
      case "content-md5" -> "Content-MD5";
      case "cache-control" -> "Cache-Control";
      case "type" -> "";
      default -> throw Fault.unknown("x-ms-blob-" + header);
    };
  }

  /** "put-blob", Content-MD5: the body has to be what the request says. */
  static String checkedMd5(Request request) {
    String md5 = md5(request.body());
    if (request.header("content-md5").filter(given -> !given.equals(md5)).isPresent()) {
      throw Fault.of(400, "Md5Mismatch", "put-blob");
    }
    return md5;
  }

  static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
