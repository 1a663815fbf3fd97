package io.windlass.store.gcs.client;

import io.windlass.error.DriverException;
import java.net.URLEncoder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** What Cloud Storage takes as names of objects and as metadata: "objects#naming", "metadata". */
public final class GcsKeys {
  /** Prefix of the parts of uploads. Other objects cannot have it, and lists do not show it. */
  public static final String RESERVED = ".windlass-uploads/";

  /**
   * Name of the object by which keys are tried, below the prefix of their access; it is never
   * written.
   */
  public static final String PROBE = ".windlass-probe";

  /** The order that listings are in. */
  public static final Comparator<String> BYTE_ORDER =
      (one, other) ->
          Arrays.compareUnsigned(
              one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  private static final int LONGEST = 1024;
  private static final String ACME = ".well-known/acme-challenge/";

  /** Pattern of metadata that can be sent as headers. */
  private static final String NAME = "[a-z0-9!#$%&'*+.^_`|~-]+";

  private static final String VALUE = "(?:[!-~](?:[ -~]*[!-~])?)?";
  private static final int MOST_METADATA = 8192;

  private GcsKeys() {}

  /**
   * Checks a key.
   *
   * @throws DriverException.InvalidKey if no object can have this name, or a proxy could resolve it
   *     as a path
   */
  public static String check(String key) {
    int bytes = length(key);
    if (bytes < 1 || bytes > LONGEST) {
      throw invalid("has %d bytes: keys have 1 to %d".formatted(bytes, LONGEST));
    }
    if (key.indexOf('\r') >= 0 || key.indexOf('\n') >= 0) {
      throw invalid("has a line break: names of objects have none");
    }
    if (Arrays.stream(key.split("/", -1)).anyMatch(part -> part.equals(".") || part.equals(".."))) {
      throw invalid("has a segment '.' or '..', which is resolved on its way");
    }
    if (key.startsWith(ACME)) {
      throw invalid("begins with %s, which the service keeps for itself".formatted(ACME));
    }
    if (isReserved(key)) {
      throw invalid("begins with %s, where parts of uploads are".formatted(RESERVED));
    }
    return key;
  }

  private static DriverException.InvalidKey invalid(String how) {
    return new DriverException.InvalidKey("the object key " + how);
  }

  private static int length(String key) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key)).remaining();
    } catch (CharacterCodingException e) {
      throw invalid("is not valid Unicode text");
    }
  }

  /** Returns whether this is the name of a part, or a common prefix of parts. */
  public static boolean isReserved(String key) {
    return key.startsWith(RESERVED);
  }

  /** Encodes a segment of a path or a value of a query in the form that signatures use. */
  public static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  /** Encodes a path, and keeps its slashes. */
  public static String encodedPath(String key) {
    return encoded(key).replace("%2F", "/");
  }

  /**
   * Checks user metadata for the JSON API, which keeps any text.
   *
   * @throws DriverException.InvalidArgument naming the entry whose name is not in lower case
   */
  public static Map<String, String> checkMetadata(Map<String, String> metadata) {
    int size = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      String name = entry.getKey();
      if (name.isEmpty() || !name.equals(name.toLowerCase(Locale.ROOT))) {
        throw new DriverException.InvalidArgument(
            "user metadata '%s': names are in lower case".formatted(name));
      }
      size += bytes(name) + bytes(entry.getValue());
    }
    if (size > MOST_METADATA) {
      throw new DriverException.InvalidArgument(
          "%d bytes of user metadata: at most %d".formatted(size, MOST_METADATA));
    }
    return metadata;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Checks user metadata for the XML API, which has them in headers.
   *
   * @throws DriverException.InvalidArgument naming the entry that headers do not keep
   */
  public static Map<String, String> requireHeaders(Map<String, String> metadata) {
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      if (!entry.getKey().matches(NAME) || !entry.getValue().matches(VALUE)) {
        throw new DriverException.InvalidArgument(
            ("user metadata '%s': with an HMAC key names are those of headers in lower case, values"
                    + " printable ASCII without spaces at the ends; an identity or a token keeps others")
                .formatted(entry.getKey()));
      }
    }
    return metadata;
  }
}
