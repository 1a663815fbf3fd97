package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @Test
  void itTellsTheWholeStoryAndLeavesNothing(@TempDir Path temporary) {
    Outcome demo =
        Launch.windlass("demo")
            .with("TMPDIR", temporary.toString())
            .with("WINDLASS_BACKENDS", "somebody-elses")
            .with("COSI_ENDPOINT", "unix:///somebody/elses.sock")
            .run();

    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.err()).isEmpty();
    assertThat(demo.out())
        .contains(
            "ALREADY_EXISTS",
            "403 AccessDenied",
            "kill -9",
            "403 InvalidAccessKeyId",
            "FAILED_PRECONDITION",
            "Nothing is left",
            "All as promised",
            "windlass call")
        .doesNotContain("\033", "✗");
    assertThat(demo.out().lines())
        .filteredOn(line -> !line.contains(temporary.toString()) && !line.contains("alias"))
        .allMatch(line -> line.length() <= 100);
    assertThat(temporary).isEmptyDirectory();
  }
}
