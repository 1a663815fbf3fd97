package io.windlass.test.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.chart.Manifests.Container;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The driver takes the variables that the chart gives it: it knows all of them, and misses none.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ChartSettingsTest {
  private final Helm driver = Helm.driver(ChartTools.require());

  static List<Values> matrix() {
    return Values.matrix();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void theDriverTakesThem(Values values, @TempDir Path directory) throws Exception {
    List<Container> containers =
        driver.render(values.text(), "1.36").containers().stream()
            .filter(container -> container.name().matches(".*/(driver|plugin|doctor)"))
            .toList();
    assertThat(containers).hasSizeGreaterThan(1);
    for (Container container : containers) {
      Map<String, String> environment = new PodEnvironment(directory).of(container);
      Outcome config = new Launch(List.of("windlass", "config"), environment, true).run();
      assertThat(config.status()).as("%s: %s", container.name(), config.err()).isZero();
      if (environment.getOrDefault("WINDLASS_CSI_MODE", "").equals("controller")) {
        // With an identity and no key, Azure has nothing else for nodes.
        assertThat(config.out().lines())
            .as("%s gives nodes sessions", container.name())
            .contains(
                "WINDLASS_CSI_RENEWAL_ADDRESS=0.0.0.0:9092",
                "WINDLASS_CSI_RENEWAL_URL=http://windlass-renewal.windlass.svc:9092");
      }
    }
  }

  @Test
  void theExamplesNameTheIdentitiesThatTheyAreAbout() {
    Manifests aws = driver.render(Values.example("values-aws.yaml").text(), "1.36");
    for (String component : List.of("cosi", "controller")) {
      assertThat(
              aws.get("ServiceAccount", "windlass-" + component)
                  .at("/metadata/annotations")
                  .path("eks.amazonaws.com/role-arn")
                  .asString())
          .isEqualTo("arn:aws:iam::111122223333:role/windlass");
    }
    assertThat(aws.container("Deployment/windlass-controller/driver").environment())
        .containsEntry("WINDLASS_CLOUD_ROLE_ARN", "arn:aws:iam::111122223333:role/windlass-volumes")
        .doesNotContainKey("WINDLASS_CLOUD_CREDENTIALS");
    Manifests azure = driver.render(Values.example("values-azure.yaml").text(), "1.36");
    for (String component : List.of("cosi", "controller")) {
      assertThat(
              azure
                  .get("Deployment", "windlass-" + component)
                  .at("/spec/template/spec/volumes")
                  .toString())
          .contains("\"name\":\"windlass-cloud\"", "\"path\":\"federatedToken\"");
    }
  }
}
