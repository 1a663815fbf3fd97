package io.windlass.store.azure;

import io.windlass.store.DriverException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * User metadata as the service takes it: names are identifiers of C#, of which upper and lower case
 * are one. Lower case letters stay, and digits but for the first character; everything else is an
 * underscore and two digits of hex: {@code windlass-mtime} is {@code windlass_2dmtime}. Names that
 * others gave and that are nothing encoded are left as they are.
 */
final class AzureMetadata {
  private static final Pattern ESCAPE = Pattern.compile("_([0-9a-f]{2})");
  private static final int MOST = 2048;

  private AzureMetadata() {}

  /**
   * As it is sent.
   *
   * @throws DriverException.InvalidArgument naming the entry that headers do not keep
   */
  static Map<String, String> encode(Map<String, String> metadata) {
    Map<String, String> encoded = new HashMap<>();
    int size = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      String name = entry.getKey();
      String value = entry.getValue();
      if (!name.matches("[!-~&&[^A-Z]]+") || !value.matches("(?:[!-~](?:[ -~]*[!-~])?)?")) {
        throw new DriverException.InvalidArgument(
            ("user metadata '%s': names are lower case ASCII without spaces, values printable"
                    + " ASCII without spaces at the ends")
                .formatted(name));
      }
      size += name.length() + value.length();
      encoded.put(encode(name), value);
    }
    if (size > MOST) {
      throw new DriverException.InvalidArgument(
          "%d bytes of user metadata: at most %d".formatted(size, MOST));
    }
    return encoded;
  }

  private static String encode(String name) {
    StringBuilder encoded = new StringBuilder();
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      boolean plain = (c >= 'a' && c <= 'z') || (at > 0 && c >= '0' && c <= '9');
      encoded.append(plain ? String.valueOf(c) : "_%02x".formatted((int) c));
    }
    return encoded.toString();
  }

  /** As it was given. */
  static Map<String, String> decode(Map<String, String> metadata) {
    Map<String, String> decoded = new HashMap<>();
    metadata.forEach((name, value) -> decoded.put(decode(name), value));
    return decoded;
  }

  private static String decode(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String decoded =
        ESCAPE
            .matcher(lower)
            .replaceAll(escape ->
                Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(escape.group(1), 16))));
    return encode(decoded).equals(lower) ? decoded : lower;
  }
}
