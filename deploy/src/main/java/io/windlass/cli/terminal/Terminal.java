package io.windlass.cli.terminal;

import io.windlass.linux.TerminalWindow;
import java.io.Console;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/**
 * Streams and environment of the process that a command runs in.
 *
 * @param out the output that the user asked for
 * @param err everything else
 * @param environment of the process
 * @param colour whether {@code out} is shown to a user who wants colour
 * @param interactive whether {@code out} is shown to a user on a terminal that can move its cursor
 * @param width of the output in columns, at least {@value #LEAST}
 */
public record Terminal(
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    boolean colour,
    boolean interactive,
    int width) {
  /** Width of text for people, and of all output that goes to no terminal. */
  public static final int WIDTH = 100;

  private static final int LEAST = 60;
  private static final String CLEAR_LINE = "\r\033[K";

  public Terminal {
    environment = Map.copyOf(environment);
    width = Math.max(LEAST, width);
  }

  /**
   * Returns the terminal of this process. Respects {@code NO_COLOR} (no-color.org) and {@code
   * TERM=dumb}.
   */
  public static Terminal ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean plain = environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean coloured = environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean terminal = Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    boolean interactive = terminal && !plain;
    return new Terminal(
        System.out,
        System.err,
        environment,
        interactive && coloured,
        interactive,
        terminal
            ? columns(environment).orElseGet(() -> TerminalWindow.columns().orElse(WIDTH))
            : WIDTH);
  }

  /** Returns the width that the user set. */
  private static Optional<Integer> columns(Map<String, String> environment) {
    String columns = environment.getOrDefault("COLUMNS", "");
    return columns.matches("[1-9]\\d{0,4}")
        ? Optional.of(Integer.valueOf(columns))
        : Optional.empty();
  }

  /** Returns the width for running text, which is hard to read in long lines. */
  public int textWidth() {
    return Math.min(WIDTH, width);
  }

  /** Returns the text in this ink, if there is colour. */
  public String paint(Ink ink, String text) {
    return colour ? "\033[" + ink.code() + "m" + text + "\033[0m" : text;
  }

  /** Replaces the line on which the cursor stands, and stays on it. Interactive terminals only. */
  public void replaceLine(String text) {
    out.print(CLEAR_LINE + text);
    out.flush();
  }

  /**
   * Prints text, broken into lines.
   *
   * @param before text in front of the first line
   * @param indent width of that in columns; further lines are indented by it
   */
  public void print(String before, int indent, String text) {
    String front = before;
    StringBuilder line = new StringBuilder();
    for (String word : text.split("\\s+", -1)) {
      if (!line.isEmpty() && indent + line.length() + 1 + word.length() > textWidth()) {
        out.println(front + line);
        front = " ".repeat(indent);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    out.println(front + line);
  }
}
