package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** An answer. The answer to a HEAD states the length of its body, which is not sent. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record WireAnswer(int status, SortedMap<String, String> headers, byte[] body) {

  static WireAnswer of(int status) {
    return new WireAnswer(status, new TreeMap<>(), new byte[0]);
  }

  static WireAnswer text(int status, String type, String body) {
    return of(status).with("Content-Type", type).with(body.getBytes(StandardCharsets.UTF_8));
  }

  static WireAnswer json(int status, JsonNode body) {
    return text(status, "application/json; charset=UTF-8", body.toString());
  }

  static WireAnswer json(JsonNode body) {
    return json(200, body);
  }

  static WireAnswer xml(int status, String body) {
    return text(
        status, "application/xml; charset=UTF-8", "<?xml version='1.0' encoding='UTF-8'?>" + body);
  }

  WireAnswer with(Map<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>(headers);
    all.putAll(more);
    return new WireAnswer(status, all, body);
  }

  WireAnswer with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** Without those whose names begin so. */
  WireAnswer withoutHeaders(String prefix) {
    SortedMap<String, String> others = new TreeMap<>(headers);
    boolean _ = others.keySet().removeIf(name -> name.startsWith(prefix));
    return new WireAnswer(status, others, body);
  }

  WireAnswer with(byte[] content) {
    return new WireAnswer(status, headers, content);
  }
}
