package io.windlass.cli.demo;

import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.time.Duration;

/** The demo's page: what is sent and what comes back, under one another. */
final class Screen {
  private static final String MARGIN = "  ";

  private final Terminal terminal;
  private int chapter;

  Screen(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The next chapter of the story. */
  void chapter(String title) {
    chapter++;
    terminal.out().println();
    terminal.out().println(terminal.paint(Ink.BOLD, chapter + ". " + title));
  }

  /** What is about to be done. */
  void sent(String what) {
    line(Ink.CYAN, "→         ", what);
  }

  /** What came of it, and how long that took. */
  void received(Duration time, String what) {
    line(Ink.CYAN, "← %5d ms".formatted(time.toMillis()), what);
  }

  /** What has been shown by it. */
  void shown(String what) {
    line(Ink.GREEN, "✓         ", what);
  }

  /** What the reader should know. */
  void remark(String what) {
    line(Ink.YELLOW, "!         ", what);
  }

  /** What is not as it should be. */
  void wrong(String what) {
    line(Ink.RED, "✗         ", what);
  }

  /** Text that belongs to no step. */
  void text(String text) {
    text.lines().forEach(terminal.out()::println);
  }

  private void line(Ink ink, String mark, String what) {
    terminal.print(
        MARGIN + terminal.paint(ink, mark) + " ", MARGIN.length() + mark.length() + 1, what);
  }
}
