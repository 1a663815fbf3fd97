package io.windlass.test.chart;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API of one release of Kubernetes, with custom resources: says what is wrong with an object. A
 * field that the API does not have is wrong.
 */
final class ApiSchemas {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String DEFINITIONS = "https://kubernetes.io/api/_definitions.json";

  private final Path directory;
  private final SchemaRegistry registry;
  private final Map<String, Schema> known = new HashMap<>();

  /**
   * @param release such as 1.36
   * @param customResources the CustomResourceDefinitions of the cluster
   */
  ApiSchemas(Path schemas, String release, List<JsonNode> customResources) {
    this.directory = schemas.resolve("v%s.0-local-strict".formatted(release));
    Path definitions = directory.resolve("_definitions.json");
    this.registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder.schemas(name -> name.equals(DEFINITIONS) ? read(definitions) : null));
    for (JsonNode definition : customResources) {
      String kind = definition.at("/spec/names/kind").asString();
      for (JsonNode version : definition.at("/spec/versions")) {
        known.put(
            "%s/%s/%s"
                .formatted(
                    definition.at("/spec/group").asString(), version.path("name").asString(), kind),
            registry.getSchema(CustomSchema.strict(version.at("/schema/openAPIV3Schema"))));
      }
    }
  }

  /** Returns a sentence for each mistake in an object. */
  List<String> problems(JsonNode object) {
    return schema(object).validate(object).stream().map(Error::toString).toList();
  }

  private Schema schema(JsonNode object) {
    String version = object.path("apiVersion").asString();
    String kind = object.path("kind").asString();
    return known.computeIfAbsent(
        version + "/" + kind,
        _ -> {
          // rbac.authorization.k8s.io/v1 is in files of rbac-v1
          String group = version.replaceFirst("^([^./]*)(?:\\.[^/]*)?/", "$1-");
          String file = "%s-%s.json".formatted(kind.toLowerCase(Locale.ROOT), group);
          return registry.getSchema(JSON.readTree(read(directory.resolve(file))));
        });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the API has no such kind: " + file.getFileName(), e);
    }
  }
}
