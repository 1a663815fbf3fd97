package io.windlass.test.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What the charts render is what the APIs of Kubernetes take, in each release they are for. */
@TestInstance(Lifecycle.PER_CLASS)
class ChartTest {
  /** Kinds whose schemas no package registry has. {@link ChartRulesTest} says what they hold. */
  private static final Set<String> WITHOUT_SCHEMA =
      Set.of("PodMonitor", "PrometheusRule", "SecurityContextConstraints");

  private final ChartTools tools = ChartTools.require();
  private final Helm driver = Helm.driver(tools);
  private final Helm customResources = Helm.customResources(tools);
  private final Map<String, ApiSchemas> apis = new HashMap<>();

  static List<Values> matrix() {
    return Values.matrix();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void theApiTakesWhatIsRendered(Values values) {
    for (String release : values.kubernetes()) {
      Manifests manifests = driver.render(values.text(), release);
      String cosi = values.text().contains("v1alpha2") ? "v1alpha2" : "v1alpha1";
      assertThat(problems(manifests.all(), release, cosi)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void theApiTakesTheControllersOfCustomResources(String cosi) {
    for (String release : Values.RELEASES) {
      assertThat(problems(resources(cosi, release).all(), release, cosi)).isEmpty();
    }
  }

  static Stream<String> versions() {
    return Stream.of("v1alpha1", "v1alpha2");
  }

  @Test
  void theApiTakesTheExamples() throws IOException {
    Path folder = Helm.folder("chart").resolve("examples");
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> examples =
          files
              .filter(file -> file.toString().endsWith(".yaml"))
              .filter(file -> !file.getFileName().toString().matches("(values-|e2e-).*"))
              .toList();
      assertThat(examples).hasSizeGreaterThan(4);
      for (Path example : examples) {
        String cosi = example.toString().contains("v1alpha2") ? "v1alpha2" : "v1alpha1";
        for (String release : Values.RELEASES) {
          assertThat(problems(Yaml.documents(example), release, cosi)).as("%s", example).isEmpty();
        }
      }
    }
  }

  @Test
  void wrongObjectsAreFound() {
    JsonNode wrong =
        Yaml.documents(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: wrong}
                spec: {replica: 1, selector: {}, template: {spec: {containers: [{name: a}]}}}
                """)
            .getFirst();
    assertThat(api("1.36", "v1alpha1").problems(wrong)).anyMatch(why -> why.contains("replica"));
    JsonNode wrongClaim =
        Yaml.documents(
                """
                apiVersion: objectstorage.k8s.io/v1alpha1
                kind: BucketClaim
                metadata: {name: wrong}
                spec: {bucketClassNames: a, protocols: [s3]}
                """)
            .getFirst();
    assertThat(api("1.36", "v1alpha1").problems(wrongClaim))
        .anyMatch(why -> why.contains("bucketClassNames"));
  }

  /** Who applies manifests without Helm gets the same, and the list of all images is complete. */
  @Test
  void whatIsPackedIsWhatIsRendered(@TempDir Path directory) throws IOException {
    Outcome packed =
        Launch.of(
                List.of(
                    Launch.root().resolve("deploy/package-charts").toString(),
                    directory.toString()))
            .with("HELM", tools.helm().toString())
            .run();
    assertThat(packed.status()).as(packed.err()).isZero();
    Manifests manifests = new Manifests(Yaml.documents(directory.resolve("windlass.yaml")));
    assertThat(problems(manifests.all(), "1.36", "v1alpha1")).isEmpty();
    assertThat(manifests.all().getFirst().path("kind").asString()).isEqualTo("Namespace");
    Manifests resources = new Manifests(Yaml.documents(directory.resolve("windlass-crds.yaml")));
    assertThat(Manifests.name(resources.all().getFirst())).isEqualTo("Namespace/windlass-crds");
    assertThat(Files.readAllLines(directory.resolve("images.txt")))
        .hasSize(10)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(manifests, resources)
                .flatMap(each -> each.containers().stream())
                .map(container -> container.spec().path("image").asString())
                .collect(Collectors.toSet()));
  }

  @Test
  void theVersionsAreThatOfTheBuild() throws IOException {
    String pom = Files.readString(Launch.root().resolve("pom.xml"));
    String version = pom.split("<version>", 2)[1].split("</version>", 2)[0];
    for (String chart : List.of("chart", "chart-crds")) {
      JsonNode head = Yaml.documents(Helm.folder(chart).resolve("Chart.yaml")).getFirst();
      assertThat(head.path("version").asString()).isEqualTo(version);
      assertThat(head.path("appVersion").asString()).isEqualTo(version);
    }
  }

  private List<String> problems(List<JsonNode> objects, String release, String cosi) {
    List<String> problems = new ArrayList<>();
    ApiSchemas api = api(release, cosi);
    for (JsonNode object : objects) {
      if (!WITHOUT_SCHEMA.contains(object.path("kind").asString())) {
        api.problems(object)
            .forEach(why ->
                problems.add("%s on %s: %s".formatted(Manifests.name(object), release, why)));
      }
    }
    return problems;
  }

  private ApiSchemas api(String release, String cosi) {
    return apis.computeIfAbsent(
        release + cosi,
        _ ->
            new ApiSchemas(
                tools.schemas(),
                release,
                resources(cosi, release).of("CustomResourceDefinition").toList()));
  }

  private Manifests resources(String cosi, String release) {
    String image = cosi.equals("v1alpha2") ? "{image: {tag: main}}" : "{}";
    return customResources.render(
        "cosi: {apiVersion: %s, controller: %s}".formatted(cosi, image), release);
  }
}
