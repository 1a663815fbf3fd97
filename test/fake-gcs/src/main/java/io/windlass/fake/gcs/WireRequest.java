package io.windlass.fake.gcs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One request.
 *
 * @param path as it came, percent-encoded
 * @param query decoded; a name may have several values
 * @param headers names in lower case
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record WireRequest(
    String method,
    String path,
    SortedMap<String, List<String>> query,
    SortedMap<String, String> headers,
    byte[] body) {
  private static final String FORM = "application/x-www-form-urlencoded";

  /** Creates a request from a path and query as received. */
  static WireRequest of(String method, String target, Map<String, String> headers, byte[] body) {
    String[] halves = target.split("\\?", 2);
    SortedMap<String, String> lower = new TreeMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    // Clients that cannot send PATCH send POST: cloud.google.com/apis/docs/http#method_override
    String overridden = lower.getOrDefault("x-http-method-override", method);
    return new WireRequest(
        overridden, halves[0], form(halves.length > 1 ? halves[1] : ""), lower, body);
  }

  /** Pairs of a query or of a form. */
  static SortedMap<String, List<String>> form(String text) {
    SortedMap<String, List<String>> pairs = new TreeMap<>();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        String[] halves = pair.split("=", 2);
        String value =
            halves.length > 1 ? URLDecoder.decode(halves[1], StandardCharsets.UTF_8) : "";
        pairs
            .computeIfAbsent(
                URLDecoder.decode(halves[0], StandardCharsets.UTF_8), _ -> new ArrayList<>())
            .add(value);
      }
    }
    return pairs;
  }

  /** The path's segments, each decoded: an encoded slash does not separate. */
  List<String> segments() {
    return Arrays.stream(path.substring(1).split("/", -1)).map(WireRequest::decoded).toList();
  }

  /** Text of a path; a plus sign stands for itself there. */
  static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name)).filter(value -> !value.isEmpty());
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).map(List::getLast);
  }

  boolean has(String name) {
    return query.containsKey(name);
  }

  /** Returns whether a parameter is true; refuses values other than true and false. */
  boolean flag(String name) {
    String value = parameter(name).orElse("false");
    if (!value.equals("true") && !value.equals("false")) {
      throw Refusal.invalid("Invalid boolean value: '" + value + "' for " + name);
    }
    return value.equals("true");
  }

  /** A whole number of a parameter; refused where it is none. */
  Optional<Long> number(String name) {
    return parameter(name).map(text -> number(name, text));
  }

  static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Refusal.invalid("Invalid value '" + text + "' for " + name);
    }
  }

  WireRequest withBody(byte[] other) {
    return new WireRequest(method, path, query, headers, other);
  }

  /**
   * Returns a GET that was sent as POST because its URL was too long, with the query that is in its
   * body: cloud.google.com/apis/docs/http#method_override. Google's client sends those of more than
   * 2048 characters so.
   */
  WireRequest withFormAsQuery() {
    boolean form =
        header("x-http-method-override").filter("GET"::equals).isPresent()
            && header("content-type").filter(type -> type.startsWith(FORM)).isPresent();
    if (!form) {
      return this;
    }
    SortedMap<String, List<String>> whole = new TreeMap<>(query);
    whole.putAll(form(new String(body, StandardCharsets.UTF_8)));
    return new WireRequest(method, path, whole, headers, new byte[0]);
  }
}
