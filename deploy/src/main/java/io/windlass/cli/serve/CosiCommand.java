package io.windlass.cli.serve;

import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.config.ConfigurationHelp;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Tracing;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command that serves COSI until the process is told to stop. */
@Command(
    name = "cosi",
    header = "Serve COSI on a Unix socket, until SIGTERM or SIGINT.%n",
    description = {
      "",
      "Both versions, v1alpha1 and v1alpha2, are served on one socket, with gRPC health and"
          + " reflection beside them. Calls in flight are finished before it stops.",
      "",
      "The configuration is the environment, all of it read at the start. With nothing set, buckets"
          + " are kept by an embedded S3 server in a directory of your home."
    },
    footerHeading = "%nSettings:%n")
public final class CosiCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final BuildInfo build;

  @Mixin ConfigOption config = new ConfigOption();

  /**
   * Makes the command.
   *
   * @param build of this program
   */
  public CosiCommand(Terminal terminal, BuildInfo build) {
    this.terminal = terminal;
    this.build = build;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Configuration configuration;
    Tracing tracing;
    try {
      Map<String, String> environment = config.over(terminal.environment());
      configuration = Configuration.read(environment, Stores.kinds());
      tracing = ConfiguredTracing.start(environment, "windlass-cosi", build);
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    String what =
        "Windlass %s serves COSI as %s; %s"
            .formatted(
                build.version(),
                configuration.driverName(),
                Serving.described(configuration.backends()));
    return Serving.untilStopped(
        configuration.log(), what, () -> RunningDriver.cosi(configuration, build, tracing));
  }

  /** Returns the table of settings, for the end of the help. */
  public static String[] settings(Terminal terminal) {
    return Serving.footer(new ConfigurationHelp(Stores.kinds()).text(terminal.textWidth()));
  }
}
