package io.windlass.test.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.stores.Stores;
import io.windlass.config.ConfigurationHelp;
import io.windlass.cosi.sanity.check.Checks;
import io.windlass.faults.error.ErrorRow;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Parameter;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.test.launcher.Launch;
import io.windlass.volume.ChangeableParameters;
import io.windlass.volume.VolumeParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables between {@code <!-- … : generated -->} and {@code <!-- end -->} are what the code says.
 * With {@code -Dwindlass.docs=write} they are written instead of compared.
 */
class GeneratedTablesTest {
  private static final String END = "<!-- end -->";
  private static final boolean WRITE = "write".equals(System.getProperty("windlass.docs"));

  @Test
  void configuration() throws IOException {
    check(
        "docs/CONFIGURATION.md", "configuration", new ConfigurationHelp(Stores.kinds()).markdown());
  }

  @Test
  void bucketParameters() throws IOException {
    check("docs/COSI.md", "bucket parameters", table(BucketParameters.ALL));
  }

  @Test
  void accessParameters() throws IOException {
    check("docs/COSI.md", "access parameters", table(AccessParameters.ALL));
  }

  @Test
  void checksOfCosiSanity() throws IOException {
    check("docs/COSI-CHECKS.md", "checks", Checks.markdown());
  }

  @Test
  void volumeParameters() throws IOException {
    check("docs/CSI.md", "volume parameters", table(VolumeParameters.ALL));
  }

  @Test
  void changeableParameters() throws IOException {
    check("docs/CSI.md", "mutable parameters", table(ChangeableParameters.ALL));
  }

  @Test
  void codesThatDoNotArise() throws IOException {
    String rows =
        ErrorRow.all().stream()
            .flatMap(row ->
                row.never().stream()
                    .map(why ->
                        "| %s | %s | %s | %s |\n"
                            .formatted(row.call(), row.condition(), row.code(), why)))
            .collect(
                Collectors.joining(
                    "", "| Call | Condition | Code | Why |\n|---|---|---|---|\n", ""));
    check("docs/CSI.md", "codes that do not arise", rows);
  }

  @Test
  void whatProgramsAreTold() throws IOException {
    assertThat(OperationTable.without()).isEmpty();
    check("docs/SEMANTICS.md", "what programs are told", OperationTable.markdown());
  }

  @Test
  void promisesOfBackends(@TempDir Path directory) throws IOException {
    try (BackendsTable backends = new BackendsTable(directory)) {
      check("docs/BACKENDS.md", "backends", backends.markdown());
    }
  }

  @Test
  void valuesOfTheChart() throws IOException {
    Path chart = Launch.root().resolve("deploy/chart");
    check(
        "deploy/chart/README.md",
        "values",
        ChartValuesTable.of(Files.readString(chart.resolve("values.yaml"))));
    Path resources = Launch.root().resolve("deploy/chart-crds");
    check(
        "deploy/chart-crds/README.md",
        "values",
        ChartValuesTable.of(Files.readString(resources.resolve("values.yaml"))));
  }

  @Test
  void schemaOfTheChart() throws IOException {
    Path file = Launch.root().resolve("deploy/chart/values.schema.json");
    String schema = Files.readString(file);
    String now =
        ClassSchema.in(
            new BackendSchema(new ConfigurationHelp(Stores.kinds()).markdown()).in(schema));
    if (WRITE) {
      Files.writeString(file, now);
      return;
    }
    assertThat(schema).as("%s; to write it anew, see CONTRIBUTING.md", file).isEqualTo(now);
  }

  private static String table(List<Parameter> parameters) {
    return parameters.stream()
        .map(parameter ->
            "| `%s` | %s | %s | %s |\n"
                .formatted(
                    parameter.name(),
                    parameter.meaning(),
                    parameter.values(),
                    parameter.otherwise()))
        .collect(
            Collectors.joining(
                "", "| Parameter | Meaning | Values | Otherwise |\n|---|---|---|---|\n", ""));
  }

  private static void check(String file, String name, String table) throws IOException {
    Path document = Launch.root().resolve(file);
    String text = Files.readString(document);
    String begin = "<!-- %s: generated -->\n".formatted(name);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf(END, from);
    assertThat(text).as(file).contains(begin);
    assertThat(to).as("the end of '%s' in %s", name, file).isPositive();
    if (WRITE) {
      Files.writeString(document, text.substring(0, from) + table + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to))
        .as("'%s' in %s; to write it anew, see CONTRIBUTING.md", name, file)
        .isEqualTo(table);
  }
}
