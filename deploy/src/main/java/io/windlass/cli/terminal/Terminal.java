package io.windlass.cli.terminal;

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
 */
public record Terminal(
    PrintStream out, PrintStream err, Map<String, String> environment, boolean colour) {
  /** Width of the output in columns. */
  public static final int WIDTH = 100;

  public Terminal {
    environment = Map.copyOf(environment);
  }

  /**
   * Returns the terminal of this process. Respects {@code NO_COLOR} (no-color.org) and {@code
   * TERM=dumb}.
   */
  public static Terminal ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean interactive =
        Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    return new Terminal(System.out, System.err, environment, wanted && interactive);
  }

  /** Returns the text in this ink, if there is colour. */
  public String paint(Ink ink, String text) {
    return colour ? "\033[" + ink.code() + "m" + text + "\033[0m" : text;
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
      if (!line.isEmpty() && indent + line.length() + 1 + word.length() > WIDTH) {
        out.println(front + line);
        front = " ".repeat(indent);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    out.println(front + line);
  }
}
