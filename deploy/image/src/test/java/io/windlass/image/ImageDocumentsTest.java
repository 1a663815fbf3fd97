package io.windlass.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ImageDocumentsTest {
  /** What is imported as docs/INSTALL.md says has the name that pods ask for. */
  @Test
  void anImportedImageHasTheNameOfTheChart(@TempDir Path directory) throws IOException {
    OciLayout layout = OciLayout.at(directory);
    String images = layout.document(new JsonMapper().createObjectNode());
    JsonNode annotations =
        ImageDocuments.index(layout, images, "1.0").path("manifests").path(0).path("annotations");

    assertThat(annotations.path("org.opencontainers.image.ref.name").asString()).isEqualTo("1.0");
    String name = annotations.path("io.containerd.image.name").asString();
    assertThat(name).endsWith(":1.0");
    String[] parts = name.substring(0, name.lastIndexOf(':')).split("/", 2);
    assertThat(Files.readString(Path.of("../chart/values.yaml")))
        .contains("  registry: %s\n".formatted(parts[0]))
        .contains("  repository: %s\n".formatted(parts[1]));
  }
}
