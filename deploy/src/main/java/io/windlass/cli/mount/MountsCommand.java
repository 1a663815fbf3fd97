package io.windlass.cli.mount;

import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.MounterReports;
import io.windlass.mounter.MounterReports.Answer;
import io.windlass.mounter.RunDirectory;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that lists the mounts of this machine, with their state. */
@Command(
    name = "mounts",
    header = "List the buckets that are mounted on this machine.%n",
    description = {
      "",
      "Asks the processes that serve them. STATE is",
      "  served    programs get answers,",
      "  silent    its process answers this command, but not the programs that use the mount,",
      "  starting  a process is about to serve it; programs that use it wait,",
      "  busy      its process did not answer in time; programs that use it wait,",
      "  dead      its processes are gone: 'windlass unmount' takes it away.",
      "",
      "Mounts of a node plugin are known where its run directory is named: --run-directory"
          + " /run/windlass/csi.",
      "",
      "VERSION, PID and UP are of the process that serves it now, and all that follows is what that"
          + " one did. DATA is how much of what was read came from memory or local disk, NAMES how"
          + " many questions about names and attributes were answered without asking the server."
    })
public final class MountsCommand implements Callable<Integer> {
  private static final String ROW = "%-24s %-24s %-7s %-14s %8s %6s %9s %9s %9s %5s %5s %5s %6s%n";

  private final Terminal terminal;

  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      description =
          "Directory in which the processes of mounts reach each other. Default: ${DEFAULT-VALUE}")
  Path runDirectory = Path.of(RunDirectories.DEFAULT);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long a process may take to answer before it is said to be busy, like 3s. Default:"
              + " 3s")
  Duration timeout = Duration.ofSeconds(3);

  public MountsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<MountPoint> mounts = FuseMounts.list();
    if (mounts.isEmpty()) {
      terminal.err().println("windlass: no bucket is mounted");
      return Exit.OK;
    }
    terminal
        .out()
        .printf(
            ROW,
            "DIRECTORY",
            "BUCKET",
            "STATE",
            "VERSION",
            "PID",
            "UP",
            "READ",
            "WRITTEN",
            "FETCHED",
            "DATA",
            "NAMES",
            "OPEN",
            "ERRORS");
    for (MountPoint mount : mounts) {
      Optional<FuseMounts.Health> health = health(mount.path());
      if (health.isPresent()) {
        show(mount, health.get(), placesOf(mount, mounts));
      }
    }
    return Exit.OK;
  }

  /**
   * Returns all paths at which the same file system is mounted: a node's volumes are bind-mounted
   * to other paths.
   */
  private static Set<String> placesOf(MountPoint mount, List<MountPoint> mounts) {
    return mounts.stream()
        .filter(other -> other.major() == mount.major() && other.minor() == mount.minor())
        .map(other -> other.path().toString())
        .collect(Collectors.toSet());
  }

  /** Returns the health of a mount; empty when it was unmounted since it was listed. */
  private Optional<FuseMounts.Health> health(Path place) throws LinuxException {
    try {
      return Optional.of(FuseMounts.probe(place, timeout));
    } catch (LinuxException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void show(MountPoint mount, FuseMounts.Health health, Set<String> places)
      throws IOException {
    switch (health) {
      case DEAD -> tell(mount, "dead: no process serves it; 'windlass unmount' takes it away");
      case SERVED, SILENT -> {
        switch (ask(mount)) {
          case Answer.Told(Report report) -> show(mount, health, report, places);
          case Answer.Busy(Duration patience) ->
              tell(mount, "busy: no answer for %s".formatted(seconds(patience)));
          case Answer.Nobody() -> tell(mount, withoutMounter(health));
        }
      }
    }
  }

  private String withoutMounter(FuseMounts.Health health) {
    return switch (health) {
      case SERVED ->
          "served: by processes of another run directory than %s; name it with --run-directory"
              .formatted(runDirectory);
      case SILENT, DEAD -> "starting: no process serves it yet, and programs that use it wait";
    };
  }

  private void show(MountPoint mount, FuseMounts.Health health, Report report, Set<String> places) {
    Optional<VolumeReport> volume =
        report.getVolumesList().stream()
            .filter(each -> places.contains(each.getMountPoint()))
            .findFirst();
    if (volume.isEmpty()) {
      tell(mount, "starting: process %d has not begun to serve it".formatted(report.getPid()));
      return;
    }
    String line =
        row(mount, health == FuseMounts.Health.SERVED ? "served" : "silent", report, volume.get());
    terminal.out().print(health == FuseMounts.Health.SERVED ? line : terminal.paint(Ink.RED, line));
  }

  private void tell(MountPoint mount, String state) {
    String line = String.format("%-24s %-24s %s%n", mount.path(), mount.source(), state);
    terminal.out().print(state.startsWith("served") ? line : terminal.paint(Ink.RED, line));
  }

  private static String row(MountPoint mount, String state, Report report, VolumeReport volume) {
    long read = volume.getBytesRead();
    return String.format(
        ROW,
        mount.path(),
        mount.source(),
        state,
        report.getVersion(),
        report.getPid(),
        time(Duration.ofMillis(report.getAgeMs())),
        size(read),
        size(volume.getBytesWritten()),
        size(volume.getBytesFetched()),
        share(read - volume.getBytesFetched(), read),
        share(volume.getNamesKnown(), volume.getNamesKnown() + volume.getNamesAsked()),
        volume.getOpenFiles(),
        volume.getErrors());
  }

  /**
   * Asks the mounter of a mount: that of the node plugin, which serves many mounts, if there is
   * one; otherwise the mount's own.
   */
  private Answer ask(MountPoint mount) throws IOException {
    RunDirectory node = new RunDirectory(runDirectory);
    return MounterReports.look(
        Files.exists(node.mounterSocket())
            ? node
            : new RunDirectories(runDirectory).of(mount.path()),
        timeout);
  }

  private static String seconds(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /**
   * Returns a share in percent. Data that was read ahead and not used could make it negative; it is
   * then 0.
   */
  private static String share(long part, long whole) {
    return whole == 0 ? "-" : Math.max(0, 100 * part / whole) + "%";
  }

  private static String time(Duration age) {
    if (age.toHours() >= 48) {
      return age.toDays() + "d";
    }
    return age.toMinutes() >= 120 ? age.toHours() + "h" : age.toSeconds() + "s";
  }

  private static String size(long bytes) {
    if (bytes < 1 << 20) {
      return (bytes >> 10) + " KiB";
    }
    return bytes < 10L << 30
        ? String.format(Locale.ROOT, "%d MiB", bytes >> 20)
        : String.format(Locale.ROOT, "%d GiB", bytes >> 30);
  }
}
