package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bodies of several parts: RFC 2046, section 5.1. Lines may also end in LF alone, as gcsfs sends
 * them.
 */
final class MultipartBody {
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");

  /**
   * One part.
   *
   * @param headers names in lower case
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
  record Part(Map<String, String> headers, byte[] body) {}

  private MultipartBody() {}

  static List<Part> of(WireRequest request) {
    Matcher boundary = BOUNDARY.matcher(request.header("content-type").orElse(""));
    if (!boundary.find()) {
      throw Refusal.invalid("Missing multipart boundary.");
    }
    // One byte is one character.
    String text = new String(request.body(), StandardCharsets.ISO_8859_1);
    String mark = "--" + boundary.group(1);
    List<Part> parts = new ArrayList<>();
    int at = text.indexOf(mark);
    String line = text.startsWith("\n", at + mark.length()) ? "\n" : "\r\n";
    while (at >= 0 && !text.startsWith("--", at + mark.length())) {
      int from = text.indexOf(line, at) + line.length();
      int next = text.indexOf(line + mark, from - line.length());
      if (next < 0) {
        throw Refusal.invalid("Malformed multipart body.");
      }
      parts.add(part(text, line, from, next));
      at = next + line.length();
    }
    return parts;
  }

  private static Part part(String text, String line, int from, int to) {
    int end = text.startsWith(line, from) ? from - line.length() : text.indexOf(line + line, from);
    if (end < 0 || end > to) {
      throw Refusal.invalid("Malformed multipart body.");
    }
    Map<String, String> headers = headers(text.substring(from, Math.max(from, end)));
    return new Part(
        headers,
        text.substring(Math.min(end + 2 * line.length(), to), to)
            .getBytes(StandardCharsets.ISO_8859_1));
  }

  static Map<String, String> headers(String lines) {
    Map<String, String> headers = new TreeMap<>();
    Arrays.stream(lines.split("\r?\n", -1))
        .filter(line -> line.contains(":"))
        .map(line -> line.split(":", 2))
        .forEach(pair -> headers.put(pair[0].strip().toLowerCase(Locale.ROOT), pair[1].strip()));
    return headers;
  }
}
