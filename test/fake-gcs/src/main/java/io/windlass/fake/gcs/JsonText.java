package io.windlass.fake.gcs;

import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as requests and answers have it. */
final class JsonText {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonText() {}

  /** An empty object. */
  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns the JSON object of a body; an empty one if there is no body. */
  static ObjectNode object(byte[] body) {
    if (body.length == 0) {
      return object();
    }
    try {
      if (MAPPER.readTree(body) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      // refused below
    }
    throw Refusal.of(400, "parseError", "Parse Error");
  }

  static byte[] bytes(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }

  /** Returns a field as text; empty if it is absent or null. */
  static Optional<String> text(JsonNode object, String name) {
    return object.optional(name).filter(node -> !node.isNull()).map(JsonNode::asString);
  }

  /** Returns the elements of an array; none if it is absent. */
  static List<JsonNode> elements(JsonNode object, String name) {
    return object.path(name).valueStream().toList();
  }

  static List<String> texts(JsonNode object, String name) {
    return elements(object, name).stream().map(JsonNode::asString).toList();
  }

  /** RFC 7396: null removes a field, an object is merged, any other value replaces. */
  static void merge(ObjectNode into, ObjectNode patch) {
    patch
        .properties()
        .forEach(field -> {
          JsonNode value = field.getValue();
          if (value.isNull()) {
            into.remove(field.getKey());
          } else if (value instanceof ObjectNode inner
              && into.get(field.getKey()) instanceof ObjectNode there) {
            merge(there, inner);
          } else if (value instanceof ObjectNode inner) {
            merge(into.putObject(field.getKey()), inner);
          } else {
            into.set(field.getKey(), value);
          }
        });
  }
}
