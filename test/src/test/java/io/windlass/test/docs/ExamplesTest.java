package io.windlass.test.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.launcher.Running;
import io.windlass.testing.LongForm;
import io.windlass.testing.MountRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the shell blocks of the documents that are marked with {@code sh test}, from the top of the
 * source tree, as a reader would; those with {@code sh test driver} beside a driver that serves
 * COSI, and those with {@code sh test csi} beside one that is controller and node of CSI.
 */
class ExamplesTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```sh( test)?(?: (driver|csi))?$\\n(.*?)^```$");

  /**
   * A block to be run.
   *
   * @param place file and number, for people
   * @param driver what serves meanwhile: {@code driver}, {@code csi} or nothing
   */
  record Example(String place, boolean tested, Optional<String> driver, String script) {
    @Override
    public String toString() {
      return place;
    }
  }

  static Stream<Example> tested() throws IOException {
    return examples().stream().filter(Example::tested);
  }

  @ParameterizedTest
  @LongForm(
      gate = {
        "ExamplesTest.everyExampleOfOurCommandIsTested",
        "CosiCommandTest.theClientHidesSecretsUnlessAskedForThem",
        "DemoTest.itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing",
        "DoctorTest.heKnowsTheDriverThatServes",
        "CosiSanityCommandTest.aDriverIsTestedAndRestarted"
      },
      reason = "each block starts a driver and several commands")
  @MethodSource("tested")
  void itRuns(Example example, @TempDir Path home) throws IOException {
    Launch shell =
        Launch.of(List.of("sh", "-euc", "cd '%s'\n%s".formatted(Launch.root(), example.script())))
            .with("HOME", home.toString())
            .with("COSI_ENDPOINT", "unix://" + home.resolve("cosi.sock"))
            .with("CSI_ENDPOINT", "unix://" + home.resolve("csi.sock"));
    switch (example.driver().orElse("none")) {
      case "driver" -> {
        try (Running _ = Running.serving(home)) {
          succeeds(shell);
        }
      }
      case "csi" -> {
        MountRights.require();
        try (Running _ = Running.servingVolumes(home)) {
          succeeds(shell);
        }
      }
      default -> succeeds(shell);
    }
  }

  private static void succeeds(Launch shell) {
    Outcome outcome = shell.run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
  }

  @Test
  void everyExampleOfOurCommandIsTested() throws IOException {
    assertThat(examples())
        .filteredOn(example -> example.script().startsWith("./windlass"))
        .isNotEmpty()
        .allMatch(Example::tested);
  }

  private static List<Example> examples() throws IOException {
    List<Path> documents = new ArrayList<>();
    documents.add(Launch.root().resolve("README.md"));
    documents.add(Launch.root().resolve("CONTRIBUTING.md"));
    try (Stream<Path> docs = Files.list(Launch.root().resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    List<Example> examples = new ArrayList<>();
    for (Path document : documents) {
      Matcher block = BLOCK.matcher(Files.readString(document));
      for (int number = 1; block.find(); number++) {
        examples.add(
            new Example(
                "%s, block %d".formatted(document.getFileName(), number),
                block.group(1) != null,
                Optional.ofNullable(block.group(2)),
                block.group(3)));
      }
    }
    return examples;
  }
}
