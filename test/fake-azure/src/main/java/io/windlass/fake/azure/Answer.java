package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** An answer. The answer to a HEAD states the length of its body, which is not sent. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record Answer(int status, Map<String, String> headers, byte[] body) {

  static Answer of(int status) {
    return new Answer(status, Map.of(), new byte[0]);
  }

  static Answer text(int status, String type, String body) {
    return new Answer(status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
  }

  static Answer xml(String body) {
    return text(200, "application/xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>" + body);
  }

  static Answer json(int status, String body) {
    return text(status, "application/json", body);
  }

  /** Returns this answer with more headers. */
  Answer with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return new Answer(status, all, body);
  }

  Answer with(String name, String value) {
    return with(Map.of(name, value));
  }

  Answer with(byte[] content) {
    return new Answer(status, headers, content);
  }
}
