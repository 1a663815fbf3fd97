package io.windlass.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.BuildOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/INSTALL.md: all of its blocks of commands, as they are and in their order. Only the
 * address of the object store is another one, which everybody has to write into the values.
 */
@Tag("kubernetes")
class InstallGuideTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** Blocks that cannot be run here: how they begin, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "./mvnw -Pimage", "test/kubernetes/run has built the image, by the same profile",
          "skopeo copy", "there is no registry here",
          "kind load", "this cluster is not one of kind",
          "docker build", "there is neither a docker nor a registry here");

  /** Where the values of the examples expect the store. */
  private static final String STORE = "https://minio.minio.svc:9000";

  @Test
  void itsCommandsWorkInTheirOrder(@TempDir Path tree) throws IOException {
    try (Cluster cluster = Cluster.start("guide")) {
      cluster.shell(
          PROJECT,
          "mkdir '%1$s/deploy'; cp -r deploy/chart* deploy/package-charts '%1$s/deploy'"
              .formatted(tree));
      Path image = tree.resolve("deploy/image/target");
      Files.createDirectories(image);
      Files.createSymbolicLink(image.resolve("oci"), DriverImage.layout());
      Path values = tree.resolve("deploy/chart/examples/values-minio.yaml");
      assertThat(values).content().contains(STORE);
      Files.writeString(values, Files.readString(values).replace(STORE, Cluster.MINIO));

      Map<String, String> output = new HashMap<>();
      List<String> leftOut = new ArrayList<>();
      for (Guide.Step step :
          Guide.of(Files.readString(PROJECT.resolve("docs/INSTALL.md"))).steps()) {
        String reason =
            LEFT_OUT.entrySet().stream()
                .filter(each -> step.commands().startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findAny()
                .orElse("");
        if (!reason.isEmpty()) {
          leftOut.add("%s (%s)".formatted(step.heading(), reason));
          continue;
        }
        long began = System.nanoTime();
        String said = cluster.shell(tree, step.commands());
        output.merge(step.heading(), said, String::concat);
        BuildOutput.say(
            "[install] %s, %d s:%n%s%s"
                .formatted(
                    step.heading(),
                    (System.nanoTime() - began) / 1_000_000_000,
                    step.commands().indent(2),
                    said.indent(4)));
      }
      BuildOutput.say("[install] left out: " + String.join(", ", leftOut));
      assertThat(leftOut).hasSize(LEFT_OUT.size());
      assertThat(output.get("Install"))
          .as("no Secret is asked for that is there")
          .contains("is installed in the namespace windlass")
          .doesNotContain("pods wait for the Secret");
      assertThat(output.get("The first bucket")).contains("accessSecretKey");
      assertThat(output.get("The first volume")).contains("Bound");
      assertThat(output.get("Upgrade")).contains("successfully rolled out");
      assertThat(cluster.kubectl().run("get", "persistentvolumes")).contains("No resources found");
      assertThat(new Store().buckets())
          .as("what the page says that stays")
          .containsExactly("windlass-registry");
    }
  }
}
