package io.windlass.cli.demo;

import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.time.Duration;

/** The demo's page: 100 columns, what is sent and what comes back under one another. */
final class Screen {
  private static final int WIDTH = 100;
  private static final String MARGIN = "  ";
  private static final String INDENT = MARGIN + " ".repeat(12);

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

  /** What is not as it should be. */
  void wrong(String what) {
    line(Ink.RED, "✗         ", what);
  }

  /** Text that belongs to no step. */
  void text(String text) {
    text.lines().forEach(terminal.out()::println);
  }

  private void line(Ink ink, String mark, String what) {
    StringBuilder line = new StringBuilder();
    String before =
        MARGIN
            + terminal.paint(ink, mark)
            + " ".repeat(INDENT.length() - MARGIN.length() - mark.length());
    for (String word : what.split(" ", -1)) {
      if (!line.isEmpty() && INDENT.length() + line.length() + 1 + word.length() > WIDTH) {
        terminal.out().println(before + line);
        before = INDENT;
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    terminal.out().println(before + line);
  }
}
