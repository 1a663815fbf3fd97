package io.windlass.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import io.windlass.proto.csi.CsiProto;
import io.windlass.test.launcher.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of promises in CONTRIBUTING.md: it has every section of SEMANTICS.md and every call of
 * the specs, and the tests that it names are there and run in the form that it says. So are those
 * that SECURITY.md names.
 */
class PromisesTest {
  private static final String TITLE = "## What is promised, and which test shows it";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (.*?) \\| (.*?) \\| (.*?) \\|$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (.*)$");

  /** A row, with the names in its columns. */
  private record Row(String promise, List<String> gate, List<String> longForm) {}

  private final TestSources sources = TestSources.below(Launch.root());
  private final List<Row> rows = rows();

  PromisesTest() throws IOException {}

  private static List<Row> rows() throws IOException {
    String text = Files.readString(Launch.root().resolve("CONTRIBUTING.md"));
    String section = text.substring(text.indexOf(TITLE)).split("\n## ", 3)[0];
    return ROW.matcher(section)
        .results()
        .skip(1) // the titles of the columns
        .map(row -> new Row(row.group(1), names(row.group(2)), names(row.group(3))))
        .toList();
  }

  private static List<String> names(String cell) {
    return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  @Test
  void theGateShowsEachPromise() {
    assertThat(rows.stream().filter(row -> row.gate().isEmpty()).map(Row::promise)).isEmpty();
    assertThat(rows.stream().flatMap(row -> row.gate().stream()))
        .allMatch(sources::isInGate, "is a test of the gate");
  }

  @Test
  void theLongFormHasTheTestsOfItsColumn() {
    assertThat(rows.stream().flatMap(row -> row.longForm().stream()))
        .isNotEmpty()
        .allMatch(sources::isInLongForm, "is a test of the long form");
  }

  @Test
  void theTestsThatTheSecurityPageNamesAreThere() throws IOException {
    assertThat(names(Files.readString(Launch.root().resolve("docs/SECURITY.md"))))
        .filteredOn(name -> name.matches("[A-Z]\\w+(Test|Contract)(\\.\\w+)?"))
        .hasSizeGreaterThan(50)
        .allMatch(name -> sources.isInGate(name) || sources.isInLongForm(name), "is a test");
  }

  @Test
  void everySectionOfTheSemanticsIsThere() throws IOException {
    Path semantics = Launch.root().resolve("docs/SEMANTICS.md");
    assertThat(
            HEADING
                .matcher(Files.readString(semantics))
                .results()
                .map(PromisesTest::link)
                .filter(link -> rows.stream().noneMatch(row -> row.promise().contains(link))))
        .isEmpty();
  }

  private static String link(MatchResult heading) {
    String anchor = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "");
    return "docs/SEMANTICS.md#" + anchor.replace(' ', '-');
  }

  @Test
  void everyCallOfTheSpecsIsThere() {
    List<String> named = rows.stream().flatMap(row -> names(row.promise()).stream()).toList();
    assertThat(
            Stream.of(
                    CsiProto.getDescriptor(),
                    CosiV1Alpha1Proto.getDescriptor(),
                    CosiV1Alpha2Proto.getDescriptor())
                .map(FileDescriptor::getServices)
                .flatMap(List::stream)
                .flatMap(service -> service.getMethods().stream())
                .map(method -> method.getName())
                .distinct()
                .filter(call -> !named.contains(call)))
        .isEmpty();
  }
}
