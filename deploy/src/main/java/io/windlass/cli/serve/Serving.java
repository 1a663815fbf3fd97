package io.windlass.cli.serve;

import io.windlass.cli.log.Logging;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.BackendEntry;
import io.windlass.config.ConfigurationException;
import io.windlass.observe.LogSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Common parts of the commands that have the configuration of a driver: start and end. */
public final class Serving {
  private static final Logger log = LoggerFactory.getLogger(Serving.class);

  private Serving() {}

  /** Starts a driver. */
  interface Start {
    RunningDriver start() throws IOException;
  }

  /** Prints all problems of a configuration; returns the exit status. */
  public static int refuse(Terminal terminal, ConfigurationException wrong) {
    terminal.err().println("windlass: the configuration is wrong:");
    wrong.problems().forEach(problem -> terminal.err().println("  - " + problem));
    return Exit.CONFIGURATION;
  }

  /** Returns a sentence for the log about backends. */
  static String described(List<BackendEntry> backends) {
    return "backends: "
        + (backends.isEmpty()
            ? "none"
            : backends.stream()
                .map(backend -> "%s %s".formatted(backend.name(), backend.config().place()))
                .collect(Collectors.joining(", ")));
  }

  /**
   * Serves until a signal arrives; returns the exit status.
   *
   * @param what is served, for the log
   */
  static int untilStopped(LogSettings settings, String what, Start start)
      throws IOException, InterruptedException {
    Logging.start(settings);
    try (RunningDriver driver = start.start()) {
      log.info("ready: {}; metrics: {}", what, place(driver.metricsAddress()));
      Runtime.getRuntime().addShutdownHook(stop(driver));
      driver.awaitClose();
      return Exit.OK;
    }
  }

  /** The address that is listened on: the port may have been left to the driver. */
  private static String place(Optional<InetSocketAddress> metrics) {
    return metrics
        .map(address -> address.getHostString() + ":" + address.getPort())
        .orElse("not served");
  }

  /**
   * Returns a shutdown hook that stops the driver in order and exits with {@link Exit#OK}; without
   * it the exit status would be that of the signal.
   */
  private static Thread stop(RunningDriver driver) {
    return Thread.ofPlatform()
        .name("stop")
        .unstarted(() -> {
          driver.close();
          Runtime.getRuntime().halt(Exit.OK);
        });
  }

  /** Returns a text of several lines as the footer of a help. */
  static String[] footer(String text) {
    return text.replace("%", "%%").split("\n", -1);
  }
}
