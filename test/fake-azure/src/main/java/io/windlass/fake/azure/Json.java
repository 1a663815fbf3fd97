package io.windlass.fake.azure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON of requests. */
final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  /** An object. */
  static Map<?, ?> object(byte[] body) {
    try {
      if (MAPPER.readValue(body, Object.class) instanceof Map<?, ?> object) {
        return object;
      }
    } catch (JacksonException e) {
      // refused below
    }
    throw Fault.of(400, "InvalidRequestContent", "rest/api/azure");
  }

  /** Returns the text at a path; empty if there is none. */
  static String text(Map<?, ?> object, String... path) {
    Object at = object;
    for (String name : path) {
      at = at instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : "";
    }
    return String.valueOf(at);
  }

  /** Returns the texts of the object at a path, by their names; none if there is none. */
  static Map<String, String> map(Map<?, ?> object, String... path) {
    Object at = object;
    for (String name : path) {
      at = at instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : Map.of();
    }
    Map<String, String> texts = new TreeMap<>();
    if (at instanceof Map<?, ?> found) {
      found.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
    }
    return texts;
  }

  /** Returns the texts at a path, or the only one. */
  static List<String> texts(Map<?, ?> object, String... path) {
    Object at = object;
    for (String name : path) {
      at = at instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : List.of();
    }
    return at instanceof Collection<?> many
        ? many.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(at));
  }
}
