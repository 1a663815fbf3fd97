package io.windlass.cli.mount;

import io.windlass.access.Protocol;
import io.windlass.cli.scratch.Launcher;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.mounter.Memory;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
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
 * @param environment what it sees beside what this process sees
 * @param arguments what it may use, and how it is kept
 */
public record MounterProcess(
    BucketConnectors connectors, Map<String, String> environment, List<String> arguments)
    implements MounterProgram {
  /**
   * The kinds of store whose libraries a mounter has; without it, all that are installed. The
   * launcher reads it, and processes hand it to those they start.
   */
  private static final String STORES = "WINDLASS_MOUNTER_STORES";

  /** Options of the JVM of each mounter. */
  private static final String JAVA_OPTIONS = "WINDLASS_MOUNTER_JAVA_OPTS";

  /** The mounter of a single mount keeps little; the launcher gives it the heap of a node's. */
  private static final String HEAP_OF_ONE = "-Xmx128m";

  /** A mounter for volumes in quarantine takes memory that the other one gives up. */
  private static final String SMALL_HEAP = "-Xmx64m -XX:MaxNewSize=21m";

  public MounterProcess {
    environment = Map.copyOf(environment);
    arguments = List.copyOf(arguments);
  }

  /** One of a single mount: it starts a keeper again that has died. */
  static MounterProcess ofMount(
      BucketConnectors connectors, Protocol protocol, Resources resources) {
    return new MounterProcess(
        connectors,
        Map.of(
            STORES,
            protocol.text(),
            JAVA_OPTIONS,
            "%s %s".formatted(HEAP_OF_ONE, javaOptions()).strip()),
        resources.arguments());
  }

  /** The same for a keeper that a mounter has started: its environment is that of the mounter. */
  static MounterProcess another(BucketConnectors connectors, Resources resources) {
    return new MounterProcess(connectors, Map.of(), resources.arguments());
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
      BucketConnectors connectors,
      Optional<Long> memory,
      Optional<Path> cache,
      Optional<Long> cacheBytes) {
    List<String> arguments = new ArrayList<>(Resources.arguments(memory, cache, cacheBytes));
    arguments.add(MounterCommand.OF_PLUGIN);
    return new MounterProcess(connectors, Map.of(), arguments);
  }

  /** The mounter for volumes in quarantine, which the mounter of a node starts. */
  static MounterProgram ofQuarantine(BucketConnectors connectors, Resources resources) {
    List<String> arguments =
        new ArrayList<>(
            Resources.arguments(
                Optional.of(Memory.ofQuarantine().readBytes()),
                Optional.empty(),
                Optional.empty()));
    arguments.addAll(resources.deadline.arguments());
    arguments.add(MounterCommand.QUARANTINE);
    String options = "%s %s".formatted(javaOptions(), SMALL_HEAP).strip();
    return new MounterProcess(connectors, Map.of(JAVA_OPTIONS, options), arguments);
  }

  /** What the user says. The last of contrary options is valid. */
  private static String javaOptions() {
    return System.getenv().getOrDefault(JAVA_OPTIONS, "");
  }

  private static List<String> command(RunDirectory run, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "mounter", run.path().toString()));
    command.addAll(arguments);
    return command;
  }

  @Override
  public Process start(RunDirectory run) throws IOException {
    return started(connectors, command(run, arguments), environment);
  }

  /**
   * Starts one that serves when it reads a line from its standard input, and ends at the end of it.
   * It has the standard error of this process until then.
   */
  Process waiting(RunDirectory run) throws IOException {
    List<String> whole = command(run, arguments);
    whole.addAll(LogOptions.arguments(EarlyMounter.LOGS));
    whole.add(MounterCommand.WHEN_TOLD);
    return builder(connectors, whole, environment).redirectInput(Redirect.PIPE).start();
  }

  /**
   * Without this process's standard input and output, which it may outlive.
   *
   * @param environment what it sees beside what this process sees
   */
  static Process started(
      BucketConnectors connectors, List<String> command, Map<String, String> environment)
      throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(LogOptions.arguments());
    return builder(connectors, whole, environment).start();
  }

  private static ProcessBuilder builder(
      BucketConnectors connectors, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    // Credentials are passed over the socket only, and not in the environment; but a mounter may
    // have
    // to know where it fetches them.
    for (BucketConnector each : connectors.all()) {
      builder
          .environment()
          .keySet()
          .removeIf(name ->
              name.startsWith(each.environmentPrefix()) && !each.sourceVariables().contains(name));
    }
    builder.environment().putAll(environment);
    return builder;
  }
}
