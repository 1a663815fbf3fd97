package io.windlass.cli;

import io.windlass.cli.log.Logging;
import io.windlass.cli.terminal.Terminal;
import io.windlass.observe.LogSettings;
import java.util.List;
import org.slf4j.event.Level;

/** Entry point of every {@code windlass} process. */
public final class Main {
  private Main() {}

  /**
   * Runs one command, and exits with its status, one of {@link io.windlass.cli.terminal.Exit}. A
   * command may set up logging differently from the default that is set here.
   */
  public static void main(String[] args) {
    String[] arguments = ImageLauncher.arguments(List.of(args)).toArray(String[]::new);
    Logging.start(new LogSettings(Level.WARN, LogSettings.Format.AUTO));
    System.exit(run(Terminal.ofProcess(), arguments));
  }

  /** Runs one command as {@link #main} does, and returns its status. */
  public static int run(Terminal terminal, String... arguments) {
    return Windlass.commandLineFor(terminal, arguments).execute(arguments);
  }
}
