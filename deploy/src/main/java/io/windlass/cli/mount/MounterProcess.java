package io.windlass.cli.mount;

import io.windlass.cli.scratch.Launcher;
import io.windlass.mounter.MounterProgram;
import io.windlass.mounter.RunDirectory;
import io.windlass.store.StoreConnector;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts {@code windlass mounter} as a process.
 *
 * @param connectors of the servers whose buckets can be mounted
 * @param arguments options for its resources, and for how it is kept alive
 */
public record MounterProcess(StoreConnectors connectors, List<String> arguments)
    implements MounterProgram {
  public MounterProcess {
    arguments = List.copyOf(arguments);
  }

  /** Returns the mounter of a single mount, which starts a new keeper when its keeper has died. */
  static MounterProcess ofMount(StoreConnectors connectors, Resources resources) {
    return new MounterProcess(connectors, resources.arguments());
  }

  /**
   * Returns the mounter of a node. It does not start its keeper, the plugin, which is restarted by
   * whatever started it.
   *
   * @param memory most bytes of memory for data that was read; empty: the mounter's default
   * @param cache directory for data that was read
   * @param cacheBytes most bytes that the cache may take; empty: the mounter's default
   */
  public static MounterProcess ofNode(
      StoreConnectors connectors,
      Optional<Long> memory,
      Optional<Path> cache,
      Optional<Long> cacheBytes) {
    List<String> arguments = new ArrayList<>(Resources.arguments(memory, cache, cacheBytes));
    arguments.add(MounterCommand.KEPT);
    return new MounterProcess(connectors, arguments);
  }

  @Override
  public Process start(RunDirectory run) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "mounter", run.path().toString()));
    command.addAll(arguments);
    return started(connectors, command);
  }

  /**
   * Starts a process that does not share standard input and output with this one, which it may
   * outlive.
   */
  static Process started(StoreConnectors connectors, List<String> command) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(LogOptions.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(whole)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    // Credentials are passed over the socket only, and not in the environment.
    for (StoreConnector each : connectors.all()) {
      builder.environment().keySet().removeIf(name -> name.startsWith(each.environmentPrefix()));
    }
    return builder.start();
  }
}
