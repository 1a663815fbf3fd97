package io.windlass.fake.gcs;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ranges of content: RFC 9110, section 14, as far as
 * cloud.google.com/storage/docs/json_api/v1/parameters#range goes.
 */
final class ByteRange {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  private ByteRange() {}

  /** Returns the requested range of an answer. */
  static WireAnswer cut(WireAnswer whole, Optional<String> header) {
    if (header.isEmpty()) {
      return whole;
    }
    Matcher range = RANGE.matcher(header.get());
    if (!range.matches() || header.get().equals("bytes=-")) {
      throw Refusal.unknown("the range '" + header.get() + "'");
    }
    long size = whole.body().length;
    boolean last = range.group(1).isEmpty();
    long from =
        last
            ? size - Math.min(size, Long.parseLong(range.group(2)))
            : Long.parseLong(range.group(1));
    long to = last || range.group(2).isEmpty() ? size - 1 : Long.parseLong(range.group(2));
    if (from >= size || to < from) {
      throw Refusal.of(416, "requestedRangeNotSatisfiable", "Request range not satisfiable")
          .with("Content-Range", "bytes */" + size);
    }
    int end = (int) Math.min(to, size - 1) + 1;
    Map<String, String> headers = new TreeMap<>(whole.headers());
    headers.put("Content-Range", "bytes %d-%d/%d".formatted(from, end - 1, size));
    return WireAnswer.of(206).with(headers).with(Arrays.copyOfRange(whole.body(), (int) from, end));
  }
}
