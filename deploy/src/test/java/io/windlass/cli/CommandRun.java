package io.windlass.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * Outcome of a command that was run in this process.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int status, String out, String err) {

  /** Runs a command line in this environment and no other. */
  public static CommandRun of(Map<String, String> environment, String... arguments) {
    return at(Terminal.WIDTH, environment, arguments);
  }

  /** Runs a command line for an output of this width. */
  static CommandRun at(int width, Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (PrintStream toOut = new PrintStream(out, true, UTF_8);
        PrintStream toErr = new PrintStream(err, true, UTF_8)) {
      Terminal terminal = new Terminal(toOut, toErr, environment, false, false, width);
      int status = Windlass.commandLineFor(terminal, arguments).execute(arguments);
      return new CommandRun(status, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  /** Returns the output with single spaces and no line breaks, whatever the width of lines. */
  public String flat() {
    return out.replaceAll("\\s+", " ");
  }
}
