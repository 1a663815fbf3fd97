package io.windlass.cli.mount;

import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.keeper.ProgressWatch;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.observe.BuildInfo;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that restarts the processes of mounts with the version that is installed now. */
@Command(
    name = "upgrade",
    header = "Have all mounts served by this version, which was installed over another.%n",
    description = {
      "",
      "Of a node plugin, whose run directory is named, only the mounters are restarted, by the"
          + " plugin and from the plugin's installation: that of volumes in quarantine, too. What"
          + " supervises the plugin restarts the plugin itself.",
      "",
      "Their processes are killed one after the other, and start again as this version. Programs"
          + " that use the mounts wait for a moment, and go on. Install by moving directories, as"
          + " package managers do: files must not be written over that a process still reads."
    })
public final class UpgradeCommand implements Callable<Integer> {
  private static final Duration KILLED = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);

  /** How long the mounter of volumes in quarantine may take to answer. */
  private static final Duration ANSWER = Duration.ofSeconds(3);

  private final Terminal terminal;
  private final BuildInfo build;

  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      converter = Places.Directory.class,
      description =
          "Directory in which the processes of mounts reach each other. Default: "
              + RunDirectories.DEFAULT)
  Optional<Path> runDirectory = Optional.empty();

  @Option(
      names = "--mounter-only",
      description =
          "Leave the keepers as they are: where a supervisor runs 'windlass mount --foreground'.")
  boolean mounterOnly;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  /**
   * Makes the command.
   *
   * @param build this one
   */
  public UpgradeCommand(Terminal terminal, BuildInfo build) {
    this.terminal = terminal;
    this.build = build;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = runDirectory.orElse(Path.of(RunDirectories.DEFAULT));
    RunDirectories directories = new RunDirectories(root);
    boolean all = true;
    boolean any = false;
    for (RunDirectory run :
        directories.isOfNode() ? directories.meetingPlaces() : mounted(directories)) {
      any = true;
      all &= upgrade(run, directories.isOfNode());
    }
    if (!any) {
      terminal.out().printf("Nothing is mounted in %s.%n", root);
    }
    return all ? Exit.OK : Exit.FAILED;
  }

  /**
   * Returns the run directories of what is mounted. A mount that failed, or was taken away, leaves
   * its directory with its log.
   */
  private static List<RunDirectory> mounted(RunDirectories directories) throws IOException {
    Set<String> ids =
        FuseMounts.list().stream()
            .map(mount -> RunDirectories.id(mount.path()))
            .collect(Collectors.toSet());
    return directories.list().stream()
        .filter(run -> ids.contains(run.path().getFileName().toString()))
        .toList();
  }

  private boolean upgrade(RunDirectory run, boolean ofNode)
      throws IOException, InterruptedException {
    Optional<Report> old = report(run);
    if (old.isEmpty()) {
      terminal.err().printf("windlass: no mounter answers in %s%n", run.path());
      return false;
    }
    String name =
        old.get().getVolumesList().stream()
            .findFirst()
            .map(volume -> volume.getMountPoint())
            .orElse(run.path().toString());
    long mounter = old.get().getPid();
    if (!isThis(old.get())) {
      kill(mounter);
    }
    // A keeper restarts its mounter, and a mounter restarts its keeper.
    boolean serving = old.get().getVolumesCount() > 0;
    Optional<Report> now =
        await(
            run,
            old.get().getKeeperPid(),
            report -> report.getKeeperPid() != 0 && (report.getVolumesCount() > 0 || !serving));
    if (now.isEmpty() || !isThis(now.get())) {
      String served = now.map(this::named).orElse("nobody");
      terminal
          .err()
          .printf(
              ofNode
                  ? "windlass: %s is served by %s, not by %s: its node plugin starts its mounter"
                      + " from its own installation; upgrade the plugin%n"
                  : "windlass: %s is served by %s, not by %s: was this version installed"
                      + " elsewhere?%n",
              name,
              served,
              expected(now.map(Report::getVersion).orElse("")));
      return false;
    }
    if (!mounterOnly && !ofNode && now.get().getPid() != mounter) {
      long keeper = now.get().getKeeperPid();
      kill(keeper);
      if (await(
              run,
              now.get().getPid(),
              report -> report.getVolumesCount() > 0 && isAnother(report, keeper))
          .isEmpty()) {
        terminal.err().printf("windlass: %s has no keeper; %s says why%n", name, run.log());
        return false;
      }
    }
    terminal
        .out()
        .printf(
            "%s: %s%n", name, isThis(old.get()) ? build.version() + " already" : change(old.get()));
    return !ofNode || upgradeQuarantine(run.quarantine(), now.get().getPid());
  }

  /**
   * Restarts the mounter of volumes in quarantine, if there is one. The other mounter, which is its
   * keeper and of this version by now, starts it again.
   */
  private boolean upgradeQuarantine(RunDirectory run, long keeper)
      throws IOException, InterruptedException {
    return switch (MounterReports.look(run, ANSWER)) {
      case Answer.Told(Report old) when isThis(old) -> true;
      case Answer.Told(Report old) -> {
        kill(old.getPid());
        Optional<Report> now =
            await(
                run,
                keeper,
                report -> report.getKeeperPid() == keeper && report.getVolumesCount() > 0);
        boolean done = now.filter(this::isThis).isPresent();
        if (done) {
          terminal.out().printf("%s: %s, in quarantine%n", names(old), change(old));
        } else {
          terminal
              .err()
              .printf(
                  "windlass: %s in quarantine: no mounter of %s has come; the log of the node says"
                      + " why%n",
                  names(old), build.version());
        }
        yield done;
      }
      case Answer.Busy _ -> {
        terminal
            .err()
            .printf(
                "windlass: the mounter of volumes in quarantine in %s does not answer, and is not"
                    + " replaced%n",
                run.path());
        yield false;
      }
      case Answer.Nobody _ -> true; // One that starts again is of this version.
    };
  }

  /** Several builds have one version; the commit tells them apart. */
  private boolean isThis(Report report) {
    return report.getVersion().equals(build.version()) && report.getCommit().equals(build.commit());
  }

  private String change(Report old) {
    return "%s -> %s".formatted(named(old), expected(old.getVersion()));
  }

  /** Returns this version; with the commit if what serves has the same version. */
  private String expected(String serving) {
    return serving.equals(build.version())
        ? named(build.version(), build.commit())
        : build.version();
  }

  /** Returns the version; with the commit if this build has the same version. */
  private String named(Report report) {
    return report.getVersion().equals(build.version())
        ? named(report.getVersion(), report.getCommit())
        : report.getVersion();
  }

  private static String named(String version, String commit) {
    return "%s (%s)".formatted(version, commit.isEmpty() ? "of an unknown commit" : commit);
  }

  private static String names(Report report) {
    return report.getVolumesList().stream()
        .map(VolumeReport::getMountPoint)
        .collect(Collectors.joining(", "));
  }

  private static boolean isAnother(Report report, long keeper) {
    return report.getKeeperPid() != 0 && report.getKeeperPid() != keeper;
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(process -> {
          process.destroyForcibly();
          process.onExit().orTimeout(KILLED.toSeconds(), TimeUnit.SECONDS).join();
        });
  }

  private static Optional<Report> report(RunDirectory run) {
    try {
      return Optional.of(MounterReports.ask(run));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits for a report of a mounter that serves volumes and for which the predicate holds; empty if
   * that takes too long.
   *
   * @param starter the process that starts the awaited process
   */
  private Optional<Report> await(RunDirectory run, long starter, Predicate<Report> wanted)
      throws InterruptedException {
    ProgressWatch watch =
        deadline.value().watch("what serves " + run.path(), () -> ProcessHandle.of(starter));
    while (true) {
      Optional<Report> report = report(run).filter(wanted);
      if (report.isPresent()) {
        return report;
      }
      try {
        watch.check();
      } catch (IOException e) {
        terminal.err().printf("windlass: %s%n", e.getMessage());
        return Optional.empty();
      }
      Thread.sleep(POLL);
    }
  }
}
