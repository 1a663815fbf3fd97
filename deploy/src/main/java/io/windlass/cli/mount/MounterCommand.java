package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.terminal.Exit;
import io.windlass.mounter.Mounter;
import io.windlass.mounter.RunDirectory;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that serves mounts: {@code mount} starts it, and starts it again whenever it dies. */
@Command(name = "mounter", hidden = true, header = "Serve what a keeper mounts.%n")
public final class MounterCommand implements Callable<Integer> {
  static final String KEPT = "--kept";

  private final String version;
  private final StoreConnectors connectors;

  @Parameters(paramLabel = "DIR", description = "Directory in which its keeper finds it.")
  Path run = Path.of("");

  @Option(
      names = KEPT,
      description = "A supervisor starts the keeper again if it ends; the mounter does not.")
  boolean kept;

  @Mixin Resources resources = new Resources();

  @Mixin LogOptions logs = new LogOptions();

  /**
   * Makes the command.
   *
   * @param version of this build
   * @param connectors of the servers whose buckets can be mounted
   */
  public MounterCommand(String version, StoreConnectors connectors) {
    this.version = version;
    this.connectors = connectors;
  }

  @Override
  public Integer call() throws IOException {
    Logging.start(logs.settings());
    RunDirectory where = new RunDirectory(run);
    try {
      NativeCrypto.install();
      Mounter.serving(
              where,
              version,
              connectors,
              resources.bounds(),
              resources.openCache(),
              kept ? Optional.empty() : Optional.of(this::keeper))
          .run();
      return Exit.OK;
    } catch (IOException | RuntimeException e) {
      // The keeper may report the message to a user who does not see the log.
      where.leaveLastWords(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Process keeper(RunDirectory where) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "keeper", where.path().toString()));
    command.addAll(resources.arguments());
    return MounterProcess.started(connectors, command, Map.of());
  }
}
