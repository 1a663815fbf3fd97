package io.windlass.cli;

import io.windlass.cli.log.Logging;
import io.windlass.cli.terminal.Terminal;
import io.windlass.observe.LogSettings;
import org.slf4j.event.Level;

/** Where every {@code windlass} process begins. */
public final class Main {
  private Main() {}

  /**
   * Runs one command, which may have to log otherwise than the others, and exits with its status,
   * one of {@link io.windlass.cli.terminal.Exit}.
   */
  public static void main(String[] args) {
    Logging.start(new LogSettings(Level.WARN, LogSettings.Format.AUTO));
    System.exit(Windlass.commandLine(Terminal.ofProcess()).execute(args));
  }
}
