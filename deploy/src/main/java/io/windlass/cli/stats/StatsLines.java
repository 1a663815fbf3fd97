package io.windlass.cli.stats;

import io.windlass.cli.terminal.Amounts;
import io.windlass.cli.terminal.TextTable;
import io.windlass.proto.mounter.VolumeReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a mount did, as lines for people. A narrow line fits 80 columns. */
final class StatsLines {
  static final List<String> HEADINGS =
      List.of(
          "   names        read       write       other      bytes/s    server/s   cached",
          "   /s    ms    /s    ms    /s    ms    /s    ms  read write   asked fail");

  private static final Set<String> NAMES =
      Set.of(
          "lookup",
          "getattr",
          "access",
          "opendir",
          "readdir",
          "readlink",
          "getxattr",
          "listxattr",
          "statfs");

  private StatsLines() {}

  /** Returns one line below {@link #HEADINGS}. */
  static String line(MountStats stats) {
    long read = stats.grown(VolumeReport::getBytesRead);
    OperationRate server = OperationRate.together("server", stats.calls());
    return "%s %s %s %s %5s %5s   %5s %4s   %5s"
        .formatted(
            pair(stats, NAMES::contains),
            pair(stats, "read"::equals),
            pair(stats, "write"::equals),
            pair(
                stats,
                name -> !NAMES.contains(name) && !name.equals("read") && !name.equals("write")),
            size(stats.perSecond(read)),
            size(stats.perSecond(stats.grown(VolumeReport::getBytesWritten))),
            figure(stats.perSecond(server.count())),
            figure(stats.perSecond(server.errors())),
            Amounts.share(read - stats.grown(VolumeReport::getBytesFetched), read));
  }

  /** Returns the line of a look that gave no figures. */
  static String none() {
    return "    -     -     -     -     -     -     -     -     -     -       -    -       -";
  }

  private static String pair(MountStats stats, Predicate<String> which) {
    OperationRate rate =
        OperationRate.together(
            "", stats.operations().stream().filter(each -> which.test(each.name())).toList());
    return "%5s %5s".formatted(figure(stats.perSecond(rate.count())), millis(rate.mean()));
  }

  /** Returns a table of all operations, and of all calls of the server. */
  static List<String> table(MountStats stats) {
    List<SequencedMap<String, Object>> rows =
        Stream.concat(
                stats.operations().stream().map(each -> row(stats, "kernel", each)),
                stats.calls().stream().map(each -> row(stats, "server", each)))
            .toList();
    return rows.isEmpty() ? List.of("nothing was asked") : new ArrayList<>(TextTable.lines(rows));
  }

  private static SequencedMap<String, Object> row(
      MountStats stats, String asked, OperationRate rate) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("of", asked);
    row.put("operation", rate.name());
    row.put("/s", figure(stats.perSecond(rate.count())));
    row.put("mean ms", millis(rate.mean()));
    row.put("p99 ms", most(rate));
    row.put("errors/s", figure(stats.perSecond(rate.errors())));
    return row;
  }

  private static String most(OperationRate rate) {
    OptionalDouble most = rate.most();
    if (most.isPresent()) {
      return "<" + figure(most.getAsDouble());
    }
    return rate.bounds().isEmpty() ? "" : ">" + figure(rate.bounds().getLast() / 1e3);
  }

  private static String millis(OptionalDouble millis) {
    return millis.isEmpty() ? "-" : figure(millis.getAsDouble());
  }

  /** Returns a number in five columns, with a fraction where it is small. */
  private static String figure(double number) {
    if (number >= 99_999.5) {
      return String.format(Locale.ROOT, "%.0fk", number / 1000);
    }
    boolean fraction = number < 9.95 && Math.rint(10 * number) % 10 != 0;
    return String.format(Locale.ROOT, fraction ? "%.1f" : "%.0f", number);
  }

  /** Returns a size in five columns, like 3.2M. */
  private static String size(double bytes) {
    return Amounts.size(bytes).replace(" ", "").replaceFirst("iB$", "");
  }
}
