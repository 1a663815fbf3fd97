package io.windlass.image;

import java.nio.file.Files;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Configuration, manifest and index of an image, as OCI Image 1.1 has them. */
final class ImageDocuments {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String TYPE = "application/vnd.oci.image.";
  private static final String MANIFESTS = "manifests";

  /** The image's name in the chart, without its tag. */
  private static final String NAME = "ghcr.io/windlass/windlass";

  private ImageDocuments() {}

  /** How the image is run. */
  static ObjectNode configuration(ImageSettings settings, List<Layer> layers) {
    ObjectNode document =
        JSON.createObjectNode()
            .put("created", settings.time().toString())
            .put("architecture", settings.architecture().oci())
            .put("os", "linux");
    ObjectNode run = document.putObject("config").put("User", "65532:65532");
    String home = "/" + Staging.PLACE;
    run.putArray("Env")
        .add("PATH=%s/bin:/%s/bin".formatted(home, JavaRuntime.PLACE))
        .add("JAVA_HOME=/" + JavaRuntime.PLACE)
        .add("LC_ALL=C.UTF-8");
    run.putArray("Entrypoint").add(home + "/bin/windlass");
    run.put("WorkingDir", "/");
    run.putObject("Labels")
        .put("org.opencontainers.image.title", "windlass")
        .put("org.opencontainers.image.version", settings.version())
        .put("org.opencontainers.image.licenses", "Apache-2.0");
    ArrayNode history = document.putArray("history");
    ArrayNode diffs = document.putObject("rootfs").put("type", "layers").putArray("diff_ids");
    for (Layer layer : layers) {
      diffs.add(layer.diffId());
      history.addObject().put("created", settings.time().toString()).put("comment", layer.name());
    }
    return document;
  }

  /** What the image consists of. */
  static ObjectNode manifest(OciLayout layout, String configuration, List<Layer> layers)
      throws java.io.IOException {
    ObjectNode document =
        JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", TYPE + "manifest.v1+json");
    document.set(
        "config",
        descriptor("config.v1+json", configuration, Files.size(layout.blob(configuration))));
    ArrayNode all = document.putArray("layers");
    layers.forEach(layer -> all.add(descriptor("layer.v1.tar+gzip", layer.digest(), layer.size())));
    return document;
  }

  /** An index of images for several architectures: another one's image, with this one added. */
  static ObjectNode images(
      OciLayout layout, Architecture architecture, String manifest, JsonNode old)
      throws java.io.IOException {
    ObjectNode document =
        JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", TYPE + "index.v1+json");
    ArrayNode all = document.putArray(MANIFESTS);
    for (Architecture each : Architecture.values()) {
      if (each == architecture) {
        ObjectNode image =
            descriptor("manifest.v1+json", manifest, Files.size(layout.blob(manifest)));
        image.putObject("platform").put("architecture", each.oci()).put("os", "linux");
        all.add(image);
      } else {
        for (JsonNode image : old.path(MANIFESTS)) {
          if (image.path("platform").path("architecture").asString().equals(each.oci())) {
            all.add(image);
          }
        }
      }
    }
    return document;
  }

  /**
   * The index of a layout that has one image, for one or several architectures. Containerd names an
   * image that it imports by its own annotation; without it, a node would have the image under a
   * name that no pod asks for.
   */
  static ObjectNode index(OciLayout layout, String images, String version)
      throws java.io.IOException {
    ObjectNode document =
        JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", TYPE + "index.v1+json");
    ObjectNode image = descriptor("index.v1+json", images, Files.size(layout.blob(images)));
    image
        .putObject("annotations")
        .put("io.containerd.image.name", NAME + ":" + version)
        .put("org.opencontainers.image.ref.name", version);
    document.putArray(MANIFESTS).add(image);
    return document;
  }

  private static ObjectNode descriptor(String type, String digest, long size) {
    return JSON.createObjectNode()
        .put("mediaType", TYPE + type)
        .put("digest", digest)
        .put("size", size);
  }
}
