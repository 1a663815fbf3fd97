package io.windlass.store.azure.object;

import io.windlass.error.DriverException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encodes names of user metadata for servers that accept only identifiers of C#, and do not
 * distinguish upper and lower case. Lower case letters, underscores and digits after the first
 * character stay; every other character becomes an underscore and two hex digits: {@code
 * windlass-mtime} is {@code windlass_2dmtime}. So does an underscore that would otherwise begin
 * such a code. Names that others gave stay as they are, such as {@code hdi_isfolder}.
 */
public final class IdentifierMetadata {
  private static final String NAME = "[!-~&&[^A-Z]]+";
  private static final String VALUE = "(?:[!-~](?:[ -~]*[!-~])?)?";
  private static final Pattern ESCAPE = Pattern.compile("_([0-9a-f]{2})");
  private static final int MOST = 2048;

  private IdentifierMetadata() {}

  /**
   * Returns metadata as it is sent.
   *
   * @throws DriverException.InvalidArgument naming the entry that headers do not keep
   */
  public static Map<String, String> encode(Map<String, String> metadata) {
    Map<String, String> encoded = new HashMap<>();
    int size = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      String name = entry.getKey();
      String value = entry.getValue();
      if (!name.matches(NAME) || !isKept(value)) {
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

  /** Returns whether headers keep a value. */
  static boolean isKept(String value) {
    return value.matches(VALUE);
  }

  private static String encode(String name) {
    StringBuilder encoded = new StringBuilder();
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      boolean plain = c == '_' ? !isEscape(name, at) : isLetter(c) || (at > 0 && isDigit(c));
      encoded.append(plain ? String.valueOf(c) : "_%02x".formatted((int) c));
    }
    return encoded.toString();
  }

  private static boolean isEscape(String name, int at) {
    Matcher found = ESCAPE.matcher(name).region(at, name.length());
    return found.lookingAt() && isEscape(found);
  }

  /** Returns whether a code stands for a character that has to be encoded. */
  private static boolean isEscape(MatchResult found) {
    char c = meant(found);
    return c > ' '
        && c <= '~'
        && !isLetter(c)
        && !isUpper(c)
        && (found.start() == 0 || !isDigit(c));
  }

  private static char meant(MatchResult found) {
    return (char) Integer.parseInt(found.group(1), 16);
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns decoded metadata. */
  public static Map<String, String> decode(Map<String, String> metadata) {
    Map<String, String> decoded = new HashMap<>();
    metadata.forEach((name, value) -> decoded.put(decode(name), value));
    return decoded;
  }

  private static String decode(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return ESCAPE
        .matcher(lower)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                isEscape(found) ? String.valueOf(meant(found)) : found.group()));
  }
}
