package io.windlass.cli.sanity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.cli.terminal.Terminal;
import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A check that takes its time is named on a terminal, until it is over. */
class WaitingReportTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Check CHECK = Checks.all().getFirst();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  @Test
  void aLongCheckIsNamedUntilItIsOver() {
    try (WaitingReport report =
        new WaitingReport(new Terminal(out, out, Map.of(), false, true, 80))) {
      report.checking(ApiRevision.V1ALPHA1, CHECK);
      await()
          .atMost(PATIENCE)
          .until(() -> bytes.toString(UTF_8).contains("… " + CHECK.id() + ", "));
      report.checked(ApiRevision.V1ALPHA1, CHECK, new Outcome.Pass(""), Duration.ofSeconds(2));
      assertThat(bytes.toString(UTF_8)).as("the line is removed").endsWith("\r\033[K");
    }
  }
}
