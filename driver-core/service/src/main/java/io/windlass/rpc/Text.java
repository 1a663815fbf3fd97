package io.windlass.rpc;

import java.nio.charset.StandardCharsets;

/** Text from elsewhere, made fit for a header or for one line of a log. */
final class Text {
  private Text() {}

  /** At most {@code maxBytes} of UTF-8, marked where it was cut; never half a character. */
  static String cut(String text, int maxBytes) {
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

  /** Control characters shown as escapes, so that no value can forge a line of the log. */
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

  /** The size that limits of both specs count in. */
  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
