package io.windlass.cli.mount;

import io.windlass.cli.log.Logging;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.terminal.AddressConverter;
import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.connect.BucketConnectors;
import io.windlass.http.Proxies;
import io.windlass.linux.ProcessSession;
import io.windlass.linux.StandardStreams;
import io.windlass.mounter.Mounter;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.MounterTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.StopInterlock;
import io.windlass.mounter.run.Upkeep;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Metrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that serves mounts: {@code mount} starts it, and starts it again whenever it dies. */
@Command(
    name = "mounter",
    header = "Serve the mounts of a CSI node, as a process of its own.%n",
    description = {
      "",
      "For a node whose plugin runs with WINDLASS_CSI_MOUNTER=external, as in a second pod: the"
          + " plugin mounts, and this process answers the programs that use the mounts. Either may"
          + " end and be started again, and programs only wait meanwhile. It needs no capability,"
          + " no root and no /dev/fuse, but the run, staging and cache directories of the plugin at"
          + " the same paths.",
      "",
      "'windlass csi' with WINDLASS_CSI_MOUNTER=own and 'windlass mount' start it themselves."
    })
public final class MounterCommand implements Callable<Integer> {
  /** Hidden option of the mounter that a node plugin starts. */
  static final String OF_PLUGIN = "--of-plugin";

  /** Hidden option of the mounter for volumes in quarantine, which another mounter starts. */
  static final String QUARANTINE = "--quarantine";

  /** Hidden option of the mounter that a mount starts before it knows what to mount. */
  static final String WHEN_TOLD = "--when-told";

  /** How long a keeper takes at most to say that it was told to end, too. */
  private static final Duration LEAVING = Duration.ofMinutes(1);

  /** How long this process then goes on, at most, to send what was written. */
  private static final Duration FINISHING = Duration.ofMinutes(1);

  private final BuildInfo build;
  private final BucketConnectors connectors;
  private final Proxies proxies;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "RUN_DIRECTORY",
      converter = Places.DirectoryToMake.class,
      description = "Directory in which the plugin finds it: that of WINDLASS_CSI_RUN.")
  Path run = Path.of("");

  @Option(
      names = "--kept",
      description =
          "Somebody else starts this process and the plugin, and starts them again when they end."
              + " It waits for the plugin to make RUN_DIRECTORY, and until no other mounter serves"
              + " there. At SIGTERM it ends as soon as a plugin holds all mounts.")
  boolean kept;

  @Option(names = OF_PLUGIN, hidden = true)
  boolean ofPlugin;

  @Option(names = QUARANTINE, hidden = true)
  boolean quarantine;

  @Option(names = WHEN_TOLD, hidden = true)
  boolean whenTold;

  @Option(
      names = "--handover-timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long to wait for a plugin that holds all mounts, when told to end: less than the"
              + " grace period of the pod. Default: 90s")
  Duration handoverTimeout = StopInterlock.PATIENCE;

  @Option(
      names = "--metrics-address",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description =
          "Where /metrics of this process is served over HTTP for Prometheus, and /healthz and"
              + " /readyz for probes, like 0.0.0.0:9091. It is ready while it serves and a plugin"
              + " is connected. Default: nowhere")
  Optional<InetSocketAddress> metricsAddress = Optional.empty();

  @Mixin Resources resources = new Resources();

  @Mixin LogOptions logs = new LogOptions();

  /**
   * Makes the command.
   *
   * @param build of this process
   * @param connectors of the servers whose buckets can be mounted
   * @param proxies which requests to them go through a proxy
   */
  public MounterCommand(BuildInfo build, BucketConnectors connectors, Proxies proxies) {
    this.build = build;
    this.connectors = connectors;
    this.proxies = proxies;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireFitting();
    if (!kept) {
      ProcessSession.leave();
    }
    NativeCrypto.install();
    if (whenTold && !isTold()) {
      return Exit.OK; // who started it has refused to mount, or has ended
    }
    Logging.start(logs.settings());
    return serve(quarantine ? quarantine() : new RunDirectory(run));
  }

  private void requireFitting() {
    RunDirectory where = new RunDirectory(run);
    if (!(quarantineProgram().isPresent() ? where.quarantine() : where).fits()) {
      throw new ParameterException(
          spec.commandLine(),
          "RUN_DIRECTORY %s is too long for the sockets in it: name a shorter one".formatted(run));
    }
  }

  /** Waits for the word; from then on, this process has the standard streams of its mount. */
  private boolean isTold() throws IOException {
    if (System.in.read() < 0) {
      return false;
    }
    StandardStreams.errorsTo(new RunDirectory(run).log()).leave();
    return true;
  }

  /** Returns the quarantine below the run directory of the mounter that started this one. */
  private RunDirectory quarantine() {
    Optional<Path> around = Optional.ofNullable(run.toAbsolutePath().getParent());
    return new RunDirectory(around.orElse(run)).quarantine();
  }

  private Integer serve(RunDirectory where) throws IOException, InterruptedException {
    AtomicReference<Optional<Mounter>> serving = new AtomicReference<>(Optional.empty());
    if (kept) {
      Runtime.getRuntime().addShutdownHook(stop(serving::get));
    } else if (!ofPlugin && !quarantine) {
      Runtime.getRuntime().addShutdownHook(unmounted(serving::get));
    }
    try (Metrics metrics = metrics();
        MounterTurn _ = MounterTurn.take(where, upkeep())) {
      Mounter mounter =
          Mounter.serving(
              where,
              build.version(),
              build.commit(),
              connectors,
              proxies,
              resources.bounds(),
              resources.openCache(),
              upkeep(),
              quarantineProgram(),
              resources.deadline.value());
      serving.set(Optional.of(mounter));
      metrics.readiness(mounter::notReady);
      mounter.run();
      return Exit.OK;
    } catch (IOException | RuntimeException e) {
      // The keeper may report the message to a user who does not see the log.
      where.leaveLastWords(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Metrics metrics() throws IOException {
    return metricsAddress.isPresent() ? Metrics.serve(metricsAddress.get()) : Metrics.off();
  }

  private Upkeep upkeep() {
    if (kept) {
      return new Upkeep.External();
    }
    return ofPlugin || quarantine ? new Upkeep.ByKeeper() : new Upkeep.Mutual(this::keeper);
  }

  /** A single mount has no neighbour that a quarantine would help. */
  private Optional<MounterProgram> quarantineProgram() {
    return kept || ofPlugin
        ? Optional.of(MounterProcess.ofQuarantine(connectors, resources))
        : Optional.empty();
  }

  /** A second signal changes nothing: who wants an end at once sends SIGKILL. */
  private Thread stop(Supplier<Optional<Mounter>> serving) {
    return Thread.ofPlatform()
        .name("stop")
        .unstarted(() -> {
          serving.get().ifPresent(mounter -> mounter.stop(handoverTimeout));
          Runtime.getRuntime().halt(Exit.OK);
        });
  }

  /**
   * A signal to the whole group of a mount's processes, as of a service, reaches its keeper, too.
   */
  private static Thread unmounted(Supplier<Optional<Mounter>> serving) {
    return Thread.ofPlatform()
        .name("stop")
        .unstarted(() -> {
          try {
            if (serving.get().isPresent()) {
              serving.get().get().awaitLeave(LEAVING, FINISHING);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private Process keeper(RunDirectory where) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Launcher.current().path().toString(), "keeper", where.path().toString()));
    command.addAll(resources.arguments());
    return MounterProcess.started(connectors, command, Map.of());
  }
}
