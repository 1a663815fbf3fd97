package io.windlass.test.chart;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns the schema of a custom resource into one that refuses fields it does not name. */
final class CustomSchema {
  private static final String PROPERTIES = "properties";

  private CustomSchema() {}

  static JsonNode strict(JsonNode schema) {
    ObjectNode root = (ObjectNode) schema.deepCopy();
    ObjectNode properties = (ObjectNode) root.get(PROPERTIES);
    // Structural schemas leave the metadata to the API server.
    properties.putObject("metadata").put("type", "object");
    close(root);
    return root;
  }

  private static void close(JsonNode schema) {
    if (!(schema instanceof ObjectNode object)) {
      return;
    }
    boolean open =
        object.path("x-kubernetes-preserve-unknown-fields").asBoolean(false)
            || object.has("additionalProperties");
    JsonNode properties = object.path(PROPERTIES);
    if (properties.isObject() && !open && !metadata(object)) {
      object.put("additionalProperties", false);
    }
    properties.properties().forEach(property -> close(property.getValue()));
    close(object.path("items"));
    close(object.path("additionalProperties"));
  }

  private static boolean metadata(ObjectNode object) {
    return object.path(PROPERTIES).isEmpty();
  }
}
