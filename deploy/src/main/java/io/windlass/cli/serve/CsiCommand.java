package io.windlass.cli.serve;

import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.config.ConfigurationHelp;
import io.windlass.config.CsiConfiguration;
import io.windlass.connect.BucketConnectors;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Tracing;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command that serves CSI until the process is told to stop. */
@Command(
    name = "csi",
    header = "Serve CSI on a Unix socket, until SIGTERM or SIGINT.%n",
    description = {
      "",
      "As a controller, which makes volumes and needs the backends; as a node, which mounts them"
          + " and has neither their credentials nor the driver's own keys; or as both in one"
          + " process.",
      "",
      "The configuration is the environment, all of it read at the start."
    },
    footerHeading = "%nSettings:%n")
public final class CsiCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final BuildInfo build;
  private final BucketConnectors connectors;

  @Mixin ConfigOption config = new ConfigOption();

  /**
   * Makes the command.
   *
   * @param build of this program
   * @param connectors of the servers whose buckets can be mounted
   */
  public CsiCommand(Terminal terminal, BuildInfo build, BucketConnectors connectors) {
    this.terminal = terminal;
    this.build = build;
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CsiConfiguration configuration;
    Tracing tracing;
    try {
      Map<String, String> environment = config.over(terminal.environment());
      configuration = CsiConfiguration.read(environment, Stores.kinds());
      tracing = ConfiguredTracing.start(environment, "windlass-csi", build);
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    String what =
        "Windlass %s serves CSI %s as %s, mode %s; %s"
            .formatted(
                build.version(),
                configuration.spec(),
                configuration.driverName(),
                configuration.mode().name().toLowerCase(Locale.ROOT),
                Serving.described(configuration.backends()));
    return Serving.untilStopped(
        configuration.log(),
        what,
        () -> RunningDriver.csi(configuration, build, connectors, tracing));
  }

  /** Returns the table of settings, for the end of the help. */
  public static String[] settings(Terminal terminal) {
    return Serving.footer(new ConfigurationHelp(Stores.kinds()).csiText(terminal.textWidth()));
  }
}
