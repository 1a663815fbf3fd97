package io.windlass.cli.doctor;

import io.windlass.cli.doctor.Finding.Mark;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.util.EnumMap;
import java.util.Map;

/** Prints findings as they are added, and counts them. */
final class Findings {
  private static final int SUBJECT = 22;

  private final Terminal terminal;
  private final Map<Mark, Integer> counts = new EnumMap<>(Mark.class);

  Findings(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Checks tell what they begin, on threads of their own. */
  synchronized void add(String subject, Finding finding) {
    counts.merge(finding.mark(), 1, Integer::sum);
    String column = "%-" + SUBJECT + "s";
    print(
        column.formatted(subject) + terminal.paint(finding.mark().ink(), finding.mark().sign()),
        finding.text());
    if (!finding.next().isEmpty()) {
      print(" ".repeat(SUBJECT) + terminal.paint(Ink.CYAN, "→"), finding.next());
    }
    terminal.out().flush(); // whoever kills this process sees how far it came
  }

  private void print(String before, String text) {
    terminal.print(before + " ", SUBJECT + 2, text);
  }

  /** Returns the number of findings with which the driver cannot work. */
  int wrong() {
    return counts.getOrDefault(Mark.WRONG, 0);
  }

  /** Prints the summary, which covers only what was checked. */
  void sumUp() {
    int remarks = counts.getOrDefault(Mark.REMARK, 0);
    int unseen = counts.getOrDefault(Mark.UNSEEN, 0);
    String seen =
        wrong() == 0
            ? "Nothing is wrong with what was looked at"
            : count(wrong(), "problem") + " in what was looked at";
    terminal
        .out()
        .printf(
            "%n%s%s%s.%n",
            seen,
            remarks == 0 ? "" : "; " + count(remarks, "remark"),
            unseen == 0 ? "" : "; not looked at: " + count(unseen, "subject"));
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
