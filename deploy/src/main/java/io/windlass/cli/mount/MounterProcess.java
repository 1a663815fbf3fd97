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
 * Starts {@code windlass mounter}.
 *
 * @param connectors of the servers whose buckets can be mounted
 * @param arguments what it may use, and how it is kept
 */
public record MounterProcess(StoreConnectors connectors, List<String> arguments)
    implements MounterProgram {
  public MounterProcess {
    arguments = List.copyOf(arguments);
  }

  /** One of a single mount: it starts a keeper again that has died. */
  static MounterProcess ofMount(StoreConnectors connectors, Resources resources) {
    return new MounterProcess(connectors, resources.arguments());
  }

  /**
   * One of a node, whose plugin is started again by whoever started it.
   *
   * @param memory most bytes for what is read; empty: the mounter's default
   * @param cache directory for what was read
   * @param cacheBytes most that the cache may take; empty: the mounter's default
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

  /** Without this process's standard input and output, which it may outlive. */
  static Process started(StoreConnectors connectors, List<String> command) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(LogOptions.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(whole)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    // Credentials go over the socket, and nowhere else.
    for (StoreConnector each : connectors.all()) {
      builder.environment().keySet().removeIf(name -> name.startsWith(each.environmentPrefix()));
    }
    return builder.start();
  }
}
