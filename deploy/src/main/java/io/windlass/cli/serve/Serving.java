package io.windlass.cli.serve;

import io.windlass.cli.log.Logging;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.observe.LogSettings;
import java.io.IOException;

/** What the commands that serve have in common: how they begin and how they end. */
final class Serving {
  private Serving() {}

  /** Starts a driver. */
  interface Start {
    RunningDriver start() throws IOException;
  }

  /** Tells everything that is wrong with a configuration; gives the exit status. */
  static int refuse(Terminal terminal, ConfigurationException wrong) {
    terminal.err().println("windlass: the configuration is wrong:");
    wrong.problems().forEach(problem -> terminal.err().println("  - " + problem));
    return Exit.CONFIGURATION;
  }

  /** Serves until a signal comes; gives the exit status. */
  static int untilStopped(LogSettings log, Start start) throws IOException, InterruptedException {
    Logging.start(log);
    try (RunningDriver driver = start.start()) {
      Runtime.getRuntime().addShutdownHook(stop(driver));
      driver.awaitClose();
      return Exit.OK;
    }
  }

  /** A signal would end the process with its own status; this is an orderly end. */
  private static Thread stop(RunningDriver driver) {
    return Thread.ofPlatform()
        .name("stop")
        .unstarted(() -> {
          driver.close();
          Runtime.getRuntime().halt(Exit.OK);
        });
  }

  /** A text of several lines as the end of a help. */
  static String[] footer(String text) {
    return text.replace("%", "%%").split("\n", -1);
  }
}
