package io.windlass.cli.demo;

import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.time.Duration;

/** Output of the demo: actions and their results, one below the other. */
final class Screen {
  private static final String MARGIN = "  ";

  private final Terminal terminal;
  private int chapter;

  Screen(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Prints the title of the next chapter. */
  void chapter(String title) {
    chapter++;
    terminal.out().println();
    terminal.out().println(terminal.paint(Ink.BOLD, chapter + ". " + title));
  }

  /** Prints the action that begins now. */
  void sent(String what) {
    line(Ink.CYAN, "→         ", what);
  }

  /** Prints the result of an action, and the time that it took. */
  void received(Duration time, String what) {
    line(Ink.CYAN, "← %5d ms".formatted(time.toMillis()), what);
  }

  /** Prints what an action has shown. */
  void shown(String what) {
    line(Ink.GREEN, "✓         ", what);
  }

  /** Prints a remark to the reader. */
  void remark(String what) {
    line(Ink.YELLOW, "!         ", what);
  }

  /** Prints what is wrong. */
  void wrong(String what) {
    line(Ink.RED, "✗         ", what);
  }

  /** Prints text that belongs to no step. */
  void text(String text) {
    text.lines().forEach(terminal.out()::println);
  }

  private void line(Ink ink, String mark, String what) {
    terminal.print(
        MARGIN + terminal.paint(ink, mark) + " ", MARGIN.length() + mark.length() + 1, what);
  }
}
