package io.windlass.fake.azure;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One request: paths are {@code /account/container/blob}, as those of emulators.
 *
 * @param path as it came, which is what is signed
 * @param container empty where the account itself is meant
 * @param blob empty where the container itself is meant
 * @param query decoded, names in lower case
 * @param headers names in lower case
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record Request(
    String method,
    String path,
    String account,
    String container,
    String blob,
    SortedMap<String, String> query,
    SortedMap<String, String> headers,
    byte[] body) {

  /** Creates a request from a path and query as received. */
  static Request of(String method, String target, Map<String, String> headers, byte[] body) {
    String[] halves = target.split("\\?", 2);
    String[] parts = halves[0].substring(1).split("/", 3);
    SortedMap<String, String> lower = new TreeMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return new Request(
        method,
        halves[0],
        parts[0],
        parts.length > 1 ? decoded(parts[1]) : "",
        parts.length > 2 ? decoded(parts[2]) : "",
        query(halves.length > 1 ? halves[1] : ""),
        lower,
        body);
  }

  private static SortedMap<String, String> query(String text) {
    SortedMap<String, String> query = new TreeMap<>();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        String[] halves = pair.split("=", 2);
        String name = decoded(halves[0]).toLowerCase(Locale.ROOT);
        query.put(name, halves.length > 1 ? decoded(halves[1]) : "");
      }
    }
    return query;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name)).filter(value -> !value.isEmpty());
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** A parameter, or nothing. */
  String asked(String name) {
    return query.getOrDefault(name, "");
  }

  /** A number of a parameter or header; refused where it is none. */
  static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw Fault.of(400, "InvalidQueryParameterValue", "common-rest-api-error-codes");
    }
  }

  /** Headers that begin with this, without it. */
  Map<String, String> headersOf(String prefix) {
    Map<String, String> found = new HashMap<>();
    headers.forEach((name, value) -> {
      if (name.startsWith(prefix)) {
        found.put(name.substring(prefix.length()), value);
      }
    });
    return found;
  }
}
