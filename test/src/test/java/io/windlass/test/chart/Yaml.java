package io.windlass.test.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads YAML as Kubernetes does: a stream of documents. */
final class Yaml {
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private Yaml() {}

  /** The documents that hold an object. */
  static List<JsonNode> documents(String text) {
    try (JsonParser parser = MAPPER.createParser(text);
        MappingIterator<JsonNode> documents = MAPPER.readerFor(JsonNode.class).readValues(parser)) {
      return documents.readAll().stream().filter(JsonNode::isObject).toList();
    }
  }

  static List<JsonNode> documents(Path file) throws IOException {
    return documents(Files.readString(file));
  }

  static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
