package io.windlass.test.docs;

import io.windlass.provision.BucketParameters;
import io.windlass.provision.Parameter;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.volume.ChangeableParameters;
import io.windlass.volume.VolumeParameters;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of the chart's schema of values that say what parameters of classes are, made from the
 * tables of the driver's parameters. The rest of the schema stays as it is.
 */
final class ClassSchema {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Parameters by the name of their part. */
  private static final Map<String, List<Parameter>> CLASSES =
      Map.of(
          "bucketClassParameters", BucketParameters.ALL,
          "bucketAccessClassParameters", AccessParameters.ALL,
          "storageClassParameters", VolumeParameters.ALL,
          "volumeAttributesClassParameters", ChangeableParameters.ALL,
          "snapshotClassParameters", List.of());

  /** What these begin with is for the sidecars, such as the Secrets of a StorageClass. */
  private static final String OF_KUBERNETES = "^csi\\.storage\\.k8s\\.io/";

  private ClassSchema() {}

  /** Returns a schema with these parts made anew. */
  static String in(String schema) {
    ObjectNode root = (ObjectNode) JSON.readTree(schema);
    ObjectNode parts = (ObjectNode) root.get("$defs");
    CLASSES.keySet().stream().sorted().forEach(name -> parts.set(name, part(name)));
    return JSON.writeValueAsString(root) + "\n";
  }

  private static ObjectNode part(String name) {
    ObjectNode part =
        JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
    if (!name.startsWith("bucket")) {
      part.putObject("patternProperties").putObject(OF_KUBERNETES).put("type", "string");
    }
    ObjectNode properties = part.putObject("properties");
    for (Parameter parameter : CLASSES.getOrDefault(name, List.of())) {
      ObjectNode property = properties.putObject(parameter.name());
      ValueSchema.parameter(property, parameter.values());
      property.put(
          "description", "%s Value: %s.".formatted(parameter.meaning(), parameter.values()));
    }
    return part;
  }
}
