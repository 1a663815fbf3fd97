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

  /** The object of a body; empty where there is no body. */
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

  /** A field's text, or that of its number or boolean; nothing where it is absent or null. */
  static Optional<String> text(JsonNode object, String name) {
    return object.optional(name).filter(node -> !node.isNull()).map(JsonNode::asString);
  }

  /** Elements of an array below; none where it is absent. */
  static List<JsonNode> elements(JsonNode object, String name) {
    return object.path(name).valueStream().toList();
  }

  static List<String> texts(JsonNode object, String name) {
    return elements(object, name).stream().map(JsonNode::asString).toList();
  }

  /** RFC 7396: null takes a field away, an object is merged, anything else replaces. */
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
