package io.windlass.store.azure.bucket;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Tags of a container, which are metadata of it. Their names begin alike, so that metadata of
 * others stay. Names of metadata are identifiers of C#, and small and capital letters are the same
 * in them: all but small letters and digits is a code, an underscore with two hex digits for each
 * byte. Values are ASCII: all else is encoded as in a URL.
 */
final class ContainerTags {
  private static final String PREFIX = "tag_";
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9]");
  private static final Pattern ASCII = Pattern.compile("[ -~&&[^%]]");

  private ContainerTags() {}

  /** Returns metadata with these tags in place of those in it. */
  static Map<String, String> in(Map<String, String> metadata, Map<String, String> tags) {
    Map<String, String> all = new HashMap<>(metadata);
    all.keySet().removeIf(name -> name.startsWith(PREFIX));
    tags.forEach(
        (name, value) -> all.put(PREFIX + encoded(name, PLAIN, "_"), encoded(value, ASCII, "%")));
    return all;
  }

  private static String encoded(String text, Pattern plain, String escape) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      String character = Character.toString(each & 0xff);
      encoded.append(
          plain.matcher(character).matches() ? character : "%s%02x".formatted(escape, each & 0xff));
    }
    return encoded.toString();
  }
}
