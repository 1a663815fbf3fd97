package io.windlass.cli.stats;

import io.windlass.cli.mount.AskedMount;
import io.windlass.cli.mount.RunDirectoryOption;
import io.windlass.cli.terminal.CountConverter;
import io.windlass.cli.terminal.DurationConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that shows what one mount does, a line at a time. */
@Command(
    name = "stats",
    header = "Show what a mount does, a line each second, until Ctrl-C.%n",
    description = {
      "",
      "Figures are per second since the line before:",
      "  names     what is where, like lookup, getattr and readdir",
      "  other     open, create, rename, fsync and whatever else there is",
      "  ms        how long an answer took on average, in milliseconds",
      "  asked     calls of the server; one that had to be sent again counts once",
      "  fail      calls that the server failed",
      "  cached    how much of what was read came from memory or local disk",
      "",
      "-o wide shows each operation and each kind of call, and a bound within which 99 of 100 were"
          + " answered; -o json is an object a line. A line of dashes: no process serves the mount"
          + " at the moment, or another one has just begun to."
    })
public final class StatsCommand implements Callable<Integer> {
  /** Lines between headings. */
  private static final int PAGE = 20;

  private final Terminal terminal;

  @Parameters(paramLabel = "DIR", description = "Where it is mounted.")
  Path directory = Path.of("");

  @Option(
      names = {"-d", "--interval"},
      paramLabel = "TIME",
      converter = DurationConverter.Positive.class,
      description = "How often, like 5s. Default: 1s")
  Duration interval = Duration.ofSeconds(1);

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      converter = CountConverter.class,
      description =
          "End after N times; with status 1 if the last one had no figures. Default: until Ctrl-C")
  int count;

  @Mixin RunDirectoryOption runDirectories = new RunDirectoryOption();

  @Mixin OutputOption output = new OutputOption();

  public StatsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    AskedMount mount = AskedMount.at(directory, runDirectories.directories());
    Optional<Report> before = look(mount);
    for (int done = 0; ; done++) {
      Thread.sleep(interval);
      Optional<Report> now = look(mount);
      Optional<Report> first = before;
      Optional<MountStats> stats =
          first.flatMap(was -> now.flatMap(is -> MountStats.between(was, is)));
      show(mount, stats, done);
      if (done + 1 == count || terminal.out().checkError()) {
        return stats.isPresent() ? Exit.OK : Exit.FAILED;
      }
      before = now;
    }
  }

  private static Optional<Report> look(AskedMount mount) throws IOException {
    return switch (mount.look()) {
      case Answer.Told(Report report) -> {
        requireActivity(mount, report);
        yield Optional.of(report);
      }
      case Answer.Busy _, Answer.Nobody _ -> Optional.empty();
    };
  }

  /** A mounter that does not count is not one of a mount that does nothing. */
  private static void requireActivity(AskedMount mount, Report report) throws IOException {
    if (report.getVolumesList().stream()
        .anyMatch(volume -> !volume.hasActivity() && !volume.getWaiting())) {
      throw new IOException(
          "the mounter of %s is of version %s, which does not count operations: 'windlass upgrade'"
                  .formatted(mount.directory(), report.getVersion())
              + " replaces it");
    }
  }

  private void show(AskedMount mount, Optional<MountStats> stats, int line) {
    switch (output.form()) {
      case JSON, YAML -> {
        SequencedMap<String, Object> fields = new LinkedHashMap<>();
        fields.put("directory", mount.directory().toString());
        fields.put("bucket", mount.bucket());
        fields.put("known", stats.isPresent());
        stats.ifPresent(known -> fields.putAll(known.fields()));
        output.printOne(terminal, fields);
      }
      case NAME -> terminal.out().println(mount.directory());
      case WIDE -> {
        terminal.out().print(line == 0 ? "" : System.lineSeparator());
        stats
            .map(StatsLines::table)
            .orElseGet(() -> List.of(StatsLines.none()))
            .forEach(terminal.out()::println);
      }
      case TABLE -> {
        if (line % PAGE == 0) {
          StatsLines.HEADINGS.forEach(
              each -> terminal.out().println(terminal.paint(Ink.BOLD, each)));
        }
        terminal.out().println(stats.map(StatsLines::line).orElseGet(StatsLines::none));
      }
    }
  }
}
