package io.windlass.cli.mount;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.cli.terminal.Amounts;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.TextTable;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Mounts as a table for people.
 *
 * @param more whether all columns are shown
 * @param width how wide it may be
 */
record MountLines(Terminal terminal, boolean more, int width) {
  /** What a narrow table may leave out; the last is the best. */
  private static final List<String> OPTIONAL =
      List.of("open", "written", "read", "bucket", "errors");

  void show(MountSurvey.Found found) {
    List<MountedPlace> places = found.places();
    List<String> lines = TextTable.lines(places.stream().map(this::row).toList(), width, OPTIONAL);
    terminal.out().println(terminal.paint(Ink.BOLD, lines.getFirst()));
    for (int i = 0; i < places.size(); i++) {
      MountedPlace place = places.get(i);
      String line = lines.get(i + 1);
      terminal.out().println(isGood(place) ? line : terminal.paint(Ink.RED, line));
      explain(place);
    }
    tellOthers(terminal, found);
  }

  /** Says which mounters were not asked, in a line. */
  static void tellOthers(Terminal terminal, MountSurvey.Found found) {
    if (found.unknown() > 0) {
      String where =
          found.elsewhere().isEmpty()
              ? "which this user cannot see"
              : found.elsewhere().stream().map(Path::toString).collect(Collectors.joining(", "));
      terminal
          .out()
          .println(
              "%d %s to other run directories: %s"
                  .formatted(
                      found.unknown(),
                      found.unknown() == 1 ? "mount belongs" : "mounts belong",
                      where));
    }
  }

  private static boolean isGood(MountedPlace place) {
    return switch (place.state()) {
      case State.Reported reported ->
          reported.answers() && reported.volume().getTrouble().isEmpty();
      case State.Unreported unreported -> unreported.good();
    };
  }

  /** Says below the line what is wrong. */
  private void explain(MountedPlace place) {
    String why =
        switch (place.state()) {
          case State.Reported reported -> reported.volume().getTrouble();
          case State.Unreported unreported -> unreported.good() ? "" : unreported.why();
        };
    if (!why.isEmpty()) {
      terminal.print("  ", 2, place.word() + ": " + why);
    }
  }

  private SequencedMap<String, Object> row(MountedPlace place) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("directory", place.directory());
    row.put("bucket", place.bucket());
    row.put("state", place.word());
    switch (place.state()) {
      case State.Unreported _ -> {}
      case State.Reported reported -> put(reported.mounter(), reported.volume(), row);
    }
    return row;
  }

  private void put(Report mounter, VolumeReport volume, SequencedMap<String, Object> row) {
    long read = volume.getBytesRead();
    long fetched = volume.getBytesFetched();
    if (more) {
      row.put("version", mounter.getVersion());
      row.put("pid", mounter.getPid());
      row.put("up", Amounts.time(Duration.ofMillis(mounter.getAgeMs())));
      row.put("writes", MountFields.writes(volume));
    }
    row.put("read", Amounts.size(read));
    row.put("written", Amounts.size(volume.getBytesWritten()));
    row.put("unsent", Amounts.size(volume.getUnpublished().getBytes()));
    if (more) {
      row.put("fetched", Amounts.size(fetched));
      row.put("cached", Amounts.share(read - fetched, read));
      row.put(
          "names",
          Amounts.share(volume.getNamesKnown(), volume.getNamesKnown() + volume.getNamesAsked()));
    }
    row.put("open", volume.getOpenFiles());
    row.put("errors", volume.getErrors());
  }
}
