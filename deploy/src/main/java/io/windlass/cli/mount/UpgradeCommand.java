package io.windlass.cli.mount;

import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.mounter.MounterReports;
import io.windlass.mounter.ProgressWatch;
import io.windlass.mounter.RunDirectory;
import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that restarts the processes of mounts with the version that is installed now. */
@Command(
    name = "upgrade",
    header = "Have all mounts served by this version, which was installed over another.%n",
    description = {
      "",
      "Their processes are killed one after the other, and start again as this version. Programs"
          + " that use the mounts wait for a moment, and go on. Install by moving directories, as"
          + " package managers do: files must not be written over that a process still reads."
    })
public final class UpgradeCommand implements Callable<Integer> {
  private static final Duration KILLED = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Terminal terminal;
  private final String version;

  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      description =
          "Directory in which the processes of mounts reach each other. Default: ${DEFAULT-VALUE}")
  Path runDirectory = Path.of(RunDirectories.DEFAULT);

  @Option(
      names = "--mounter-only",
      description =
          "Leave the keepers as they are: where a supervisor runs 'windlass mount --foreground'.")
  boolean mounterOnly;

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  /**
   * Makes the command.
   *
   * @param version of this build
   */
  public UpgradeCommand(Terminal terminal, String version) {
    this.terminal = terminal;
    this.version = version;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean all = true;
    for (RunDirectory run : new RunDirectories(runDirectory).list()) {
      all &= upgrade(run);
    }
    return all ? Exit.OK : Exit.FAILED;
  }

  private boolean upgrade(RunDirectory run) throws InterruptedException {
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
    if (!old.get().getVersion().equals(version)) {
      kill(mounter);
    }
    // A keeper restarts its mounter, and a mounter restarts its keeper.
    Optional<Report> now =
        await(run, old.get().getKeeperPid(), report -> report.getKeeperPid() != 0);
    if (now.isEmpty() || !now.get().getVersion().equals(version)) {
      terminal
          .err()
          .printf(
              "windlass: %s is served by %s, not by %s: was this version installed elsewhere?%n",
              name, now.map(Report::getVersion).orElse("nobody"), version);
      return false;
    }
    if (!mounterOnly && now.get().getPid() != mounter) {
      long keeper = now.get().getKeeperPid();
      kill(keeper);
      if (await(run, now.get().getPid(), report -> isAnother(report, keeper)).isEmpty()) {
        terminal.err().printf("windlass: %s has no keeper; %s says why%n", name, run.log());
        return false;
      }
    }
    terminal
        .out()
        .printf(
            "%s: %s%n",
            name,
            old.get().getVersion().equals(version)
                ? version + " already"
                : old.get().getVersion() + " -> " + version);
    return true;
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
      Optional<Report> report =
          report(run).filter(found -> found.getVolumesCount() > 0).filter(wanted);
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
