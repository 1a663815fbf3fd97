package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.RecordedCall;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** Report as text: one line for each check, with details below a check that failed. */
public final class TextReport implements Report {
  private static final int ID_WIDTH =
      Checks.all().stream().mapToInt(check -> check.id().length()).max().orElse(0);

  private final PrintWriter out;
  private final Look look;

  /**
   * Appearance of the report.
   *
   * @param colour whether to use the colours of terminals
   * @param unicode whether to use characters beyond ASCII
   * @param verbose whether to show the rule of every check
   */
  public record Look(boolean colour, boolean unicode, boolean verbose) {}

  /** Creates a report that writes to a stream, line by line. */
  public TextReport(PrintWriter out, Look look) {
    this.out = out;
    this.look = look;
  }

  @Override
  public void started(SanityOptions options, List<String> notes) {
    out.printf("cosi-sanity on %s, seed %d%n", options.endpoint(), options.seed());
    if (options.revisions() instanceof RevisionChoice.Detected) {
      notes.forEach(note -> out.printf("  %s%n", note));
    }
    out.flush();
  }

  @Override
  public void revision(ApiRevision revision, String driver) {
    out.printf("%n%s%n", paint(Colour.BOLD, revision.label() + ", driver " + driver));
    out.flush();
  }

  @Override
  public void checking(ApiRevision revision, Check check) {}

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    String mark =
        switch (outcome) {
          case Outcome.Pass _ -> paint(Colour.GREEN, look.unicode() ? "✓" : "+");
          case Outcome.Warn _ -> paint(Colour.YELLOW, "!");
          case Outcome.Skip _ -> paint(Colour.GREY, look.unicode() ? "–" : "-");
          case Outcome.Fail _ -> paint(Colour.RED, look.unicode() ? "✗" : "x");
        };
    String remark =
        switch (outcome) {
          case Outcome.Pass(String note) -> note;
          case Outcome.Warn(String reason) -> reason;
          case Outcome.Skip(String reason) -> reason;
          case Outcome.Fail(String reason, List<RecordedCall> _) -> reason;
        };
    String line = "  %s %s %6d ms  %s".formatted(mark, pad(check.id()), time.toMillis(), remark);
    out.println(line.stripTrailing());
    if (outcome instanceof Outcome.Fail(String _, List<RecordedCall> exchanges)) {
      detail("rule", check.rule().toString());
      exchanges.forEach(this::exchange);
    } else if (look.verbose() || outcome instanceof Outcome.Warn) {
      detail("rule", check.rule().toString());
    }
    out.flush();
  }

  private void exchange(RecordedCall exchange) {
    detail("sent", exchange.method() + " {" + exchange.sent() + "}");
    detail(
        "answered",
        "%s in %d ms {%s}"
            .formatted(exchange.code(), exchange.time().toMillis(), exchange.received()));
  }

  private void detail(String name, String text) {
    out.printf("      %s%n", paint(Colour.GREY, "%-9s %s".formatted(name, text)));
  }

  @Override
  public void finished(Summary summary) {
    out.println();
    if (!summary.leftovers().isEmpty()) {
      out.println(paint(Colour.YELLOW, "Left behind, because it could not be removed:"));
      summary.leftovers().forEach(thing -> out.printf("  %s%n", thing));
      out.println();
    }
    String counts =
        "%d passed, %d failed, %d warned, %d skipped in %.1f s%s"
            .formatted(
                summary.passed(),
                summary.failed(),
                summary.warned(),
                summary.skipped(),
                summary.time().toMillis() / 1000.0,
                summary.stopped() ? ", stopped before the end" : "");
    out.println(paint(summary.isGood() ? Colour.GREEN : Colour.RED, counts));
    out.flush();
  }

  private static String pad(String id) {
    return id + " ".repeat(Math.max(0, ID_WIDTH - id.length()));
  }

  private enum Colour {
    BOLD("1"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    GREY("90");

    private final String code;

    Colour(String code) {
      this.code = code;
    }
  }

  private String paint(Colour colour, String text) {
    return look.colour() ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
  }
}
