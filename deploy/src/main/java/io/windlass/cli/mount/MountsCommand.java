package io.windlass.cli.mount;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.MounterReports;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what is mounted, and how it does. */
@Command(
    name = "mounts",
    header = "List the buckets that are mounted on this machine.%n",
    description = {
      "",
      "Asks the processes that serve them; a mount that does not answer is said to be silent, and"
          + " one whose processes are gone is dead: 'windlass unmount' takes it away.",
      "",
      "VERSION, PID and UP are of the process that serves it now, and all that follows is what that"
          + " one did. DATA is how much of what was read came from memory or local disk, NAMES how"
          + " many questions about names and attributes were answered without asking the server."
    })
public final class MountsCommand implements Callable<Integer> {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);
  private static final String ROW = "%-24s %-24s %-7s %-14s %8s %6s %9s %9s %9s %5s %5s %5s %6s%n";

  private final Terminal terminal;

  @Option(
      names = "--run-directory",
      paramLabel = "DIR",
      description = "Where the processes of mounts meet. Default: ${DEFAULT-VALUE}")
  Path runDirectory = Path.of(RunDirectories.DEFAULT);

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
      show(mount);
    }
    return Exit.OK;
  }

  private static Optional<String> state(Path place) throws LinuxException {
    try {
      return Optional.of(
          switch (FuseMounts.probe(place, SIGN_OF_LIFE)) {
            case SERVED -> "served";
            case SILENT -> "silent";
            case DEAD -> "dead";
          });
    } catch (LinuxException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void show(MountPoint mount) throws IOException {
    Optional<Report> report = report(mount.path());
    Optional<VolumeReport> volume =
        report.flatMap(found ->
            found.getVolumesList().stream()
                .filter(each -> each.getMountPoint().equals(mount.path().toString()))
                .findFirst());
    Optional<String> state = state(mount.path());
    if (state.isEmpty()) {
      // It was unmounted since it was listed.
      return;
    }
    String line =
        String.format(
            ROW,
            mount.path(),
            mount.source(),
            state.get(),
            shown(report, Report::getVersion),
            shown(report, found -> Long.toString(found.getPid())),
            shown(report, found -> time(Duration.ofMillis(found.getAgeMs()))),
            shown(volume, found -> size(found.getBytesRead())),
            shown(volume, found -> size(found.getBytesWritten())),
            shown(volume, found -> size(found.getBytesFetched())),
            shown(
                volume,
                found ->
                    share(found.getBytesRead() - found.getBytesFetched(), found.getBytesRead())),
            shown(
                volume,
                found ->
                    share(found.getNamesKnown(), found.getNamesKnown() + found.getNamesAsked())),
            shown(volume, found -> Long.toString(found.getOpenFiles())),
            shown(volume, found -> Long.toString(found.getErrors())));
    terminal.out().print(state.get().equals("served") ? line : terminal.paint(Ink.RED, line));
  }

  private Optional<Report> report(Path directory) {
    try {
      return Optional.of(MounterReports.ask(new RunDirectories(runDirectory).of(directory)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static <T> String shown(Optional<T> what, Function<T, String> as) {
    return what.map(as).orElse("-");
  }

  /** In percent. What was read ahead and not used makes it less than nothing, which is nothing. */
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
