package io.windlass.rpc;

import java.nio.charset.StandardCharsets;

/** Makes text from elsewhere fit for a field, a header or one line of a log. */
public final class Text {
  private Text() {}

  /**
   * Returns at most {@code maxBytes} of UTF-8, with an ellipsis where the text was cut; never cuts
   * a character in half.
   */
  public static String cut(String text, int maxBytes) {
    if (text.length() <= maxBytes / 3 || bytes(text) <= maxBytes) {
      return text;
    }
    int used = bytes("…");
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      int size = bytes(text.substring(end, next));
      if (used + size > maxBytes) {
        break;
      }
      used += size;
      end = next;
    }
    return text.substring(0, end) + "…";
  }

  /**
   * Returns the text with control characters as escapes, so that no value can forge a line of the
   * log.
   */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          boolean plain = !Character.isISOControl(c) && c != 0x2028 && c != 0x2029;
          if (plain) {
            line.appendCodePoint(c);
          } else {
            line.append(String.format("\\u%04x", c));
          }
        });
    return line.toString();
  }

  /** Returns the size in bytes of UTF-8, in which both specs count their limits. */
  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
