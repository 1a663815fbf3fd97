package io.windlass.cli.serve;

import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.config.ConfigurationHelp;
import io.windlass.config.CsiConfiguration;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Command that serves CSI until the process is told to stop. */
@Command(
    name = "csi",
    header = "Serve CSI on a Unix socket, until SIGTERM or SIGINT.%n",
    description = {
      "",
      "As a controller, which makes volumes and needs the backends; as a node, which mounts them"
          + " and needs no more than what it shares with the controller, the file of WINDLASS_KEYS;"
          + " or as both in one process.",
      "",
      "The configuration is the environment, all of it read at the start."
    },
    footerHeading = "%nSettings:%n")
public final class CsiCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final String version;
  private final StoreConnectors connectors;

  /**
   * Makes the command.
   *
   * @param version of this program
   * @param connectors of the servers whose buckets can be mounted
   */
  public CsiCommand(Terminal terminal, String version, StoreConnectors connectors) {
    this.terminal = terminal;
    this.version = version;
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CsiConfiguration configuration;
    try {
      configuration = CsiConfiguration.read(terminal.environment(), Stores.kinds());
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    return Serving.untilStopped(
        configuration.log(), () -> RunningDriver.csi(configuration, version, connectors));
  }

  /** Returns the table of settings, for the end of the help. */
  public static String[] settings() {
    return Serving.footer(new ConfigurationHelp(Stores.kinds()).csiText(Terminal.WIDTH));
  }
}
