package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.RecordedCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Report in Markdown, for issues and the documents of a driver: a table for each revision, with a
 * row for each check, and the sums.
 */
public final class MarkdownReport implements Report {
  private final StringBuilder text = new StringBuilder();

  @Override
  public void started(SanityOptions options, List<String> notes) {}

  @Override
  public void revision(ApiRevision revision, String driver) {
    text.append("### %s, driver %s\n\n".formatted(revision.label(), cell(driver)));
    text.append("| Number | Check | What it asks | Result | Remark |\n|---|---|---|---|---|\n");
  }

  @Override
  public void checking(ApiRevision revision, Check check) {}

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    String row =
        switch (outcome) {
          case Outcome.Pass(String note) -> "passed | " + cell(note);
          case Outcome.Warn(String reason) -> "warning | " + cell(reason);
          case Outcome.Skip(String reason) -> "not run | " + cell(reason);
          case Outcome.Fail(String reason, List<RecordedCall> _) ->
              "**failed** | %s (%s)".formatted(cell(reason), cell(check.rule().toString()));
        };
    text.append("| %s | %s | %s | %s |\n".formatted(check.number(), check.id(), check.asks(), row));
  }

  @Override
  public void finished(Summary summary) {
    text.append(
        String.format(
            Locale.ROOT,
            "\n%d passed, %d failed, %d with a warning, %d not run%s.\n",
            summary.passed(),
            summary.failed(),
            summary.warned(),
            summary.skipped(),
            summary.stopped() ? "; the run was stopped before its end" : ""));
    summary.leftovers().forEach(thing -> text.append("\n- left behind: ").append(cell(thing)));
  }

  /** Writes the results that were reported so far. */
  public void write(Path file) throws IOException {
    Files.writeString(file, text);
  }

  /** Returns text that a driver said as one cell: it ends no row, and is no markup. */
  private static String cell(String said) {
    return said.replaceAll("\\s+", " ").replaceAll("([\\\\|<>&`*_\\[\\]])", "\\\\$1").strip();
  }
}
