package io.windlass.cli.mount;

import io.windlass.cli.scratch.Launcher;
import io.windlass.mounter.MounterProgram;
import io.windlass.mounter.RunDirectory;
import io.windlass.store.Protocol;
import io.windlass.store.StoreConnector;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts {@code windlass mounter} as a process.
 *
 * @param connectors of the servers whose buckets can be mounted
 * @param stores the kinds of store whose libraries it has; empty: as this process's environment
 *     says, or else all that are installed
 * @param arguments what it may use, and how it is kept
 */
public record MounterProcess(
    StoreConnectors connectors, Optional<String> stores, List<String> arguments)
    implements MounterProgram {
  /** What the launcher reads {@link #stores} from, and what processes hand to those they start. */
  private static final String STORES = "WINDLASS_MOUNTER_STORES";

  public MounterProcess {
    arguments = List.copyOf(arguments);
  }

  /** One of a single mount: it starts a keeper again that has died. */
  static MounterProcess ofMount(
      StoreConnectors connectors, Protocol protocol, Resources resources) {
    return new MounterProcess(connectors, Optional.of(protocol.text()), resources.arguments());
  }

  /** The same for a keeper that a mounter has started: its environment is that of the mounter. */
  static MounterProcess another(StoreConnectors connectors, Resources resources) {
    return new MounterProcess(connectors, Optional.empty(), resources.arguments());
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
    arguments.add(MounterCommand.OF_PLUGIN);
    return new MounterProcess(connectors, Optional.empty(), arguments);
  }

  @Override
  public Process start(RunDirectory run) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "mounter", run.path().toString()));
    command.addAll(arguments);
    return started(
        connectors, command, stores.map(kinds -> Map.of(STORES, kinds)).orElseGet(Map::of));
  }

  /**
   * Without this process's standard input and output, which it may outlive.
   *
   * @param environment what it sees beside what this process sees
   */
  static Process started(
      StoreConnectors connectors, List<String> command, Map<String, String> environment)
      throws IOException {
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
    builder.environment().putAll(environment);
    return builder.start();
  }
}
