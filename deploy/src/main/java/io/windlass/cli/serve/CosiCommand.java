package io.windlass.cli.serve;

import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.config.ConfigurationHelp;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

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

  public CosiCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Configuration configuration;
    try {
      configuration = Configuration.read(terminal.environment(), Stores.kinds());
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    return Serving.untilStopped(configuration.log(), () -> RunningDriver.cosi(configuration));
  }

  /** Returns the table of settings, for the end of the help. */
  public static String[] settings() {
    return Serving.footer(new ConfigurationHelp(Stores.kinds()).text(Terminal.WIDTH));
  }
}
