package io.windlass.cli.mount;

import io.windlass.fs.staging.LeftFile;
import io.windlass.linux.MountPoint;
import io.windlass.linux.MountTable;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.run.KeeperTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * End of a mount: when its processes are done, and what is not on the server then.
 *
 * @param run where its processes meet; empty if that is not known, or if it goes on elsewhere
 * @param staged its files that are not on the server yet
 * @param before what was there when it was mounted
 * @param silent whether its mounter did not say where these files are
 */
record MountEnd(
    Optional<RunDirectory> run,
    Optional<StagedVolume> staged,
    Set<LeftFile> before,
    boolean silent) {
  /** A mounter on a busy machine answers in this time. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  MountEnd {
    before = Set.copyOf(before);
  }

  /** Returns the end of a mount that is there yet. */
  static MountEnd of(MountPoint mount) throws IOException {
    Path place = mount.path();
    boolean alsoElsewhere =
        MountTable.read().mounts().stream()
            .filter(each -> each.major() == mount.major() && each.minor() == mount.minor())
            .anyMatch(each -> !each.path().equals(place));
    if (alsoElsewhere) {
      return new MountEnd(Optional.empty(), Optional.empty(), Set.of(), false);
    }
    Optional<RunDirectory> run = runOf(place);
    Optional<Answer> answer = run.flatMap(MountEnd::ask);
    Optional<Path> told =
        answer.flatMap(each ->
            each instanceof Answer.Told(var report)
                ? stagingOf(report.getVolumesList(), place)
                : Optional.empty());
    Optional<Path> staging = told.isPresent() ? told : StagingOption.of(place);
    Optional<StagedVolume> staged =
        staging.map(directory -> new StagedVolume(directory, Optional.empty()));
    return new MountEnd(
        run,
        staged,
        staged.isPresent() ? Unsent.of(staged.get()).aside() : Set.of(),
        answer.filter(Answer.Busy.class::isInstance).isPresent());
  }

  private static Optional<RunDirectory> runOf(Path place) throws IOException {
    List<RunDirectory> found = new ArrayList<>();
    for (Path root : new RunDirectoryOption().directories()) {
      for (RunDirectory run : new RunDirectories(root).meetingPlaces()) {
        if (run.path().endsWith(RunDirectories.id(place))) {
          found.add(run);
        }
      }
    }
    return found.stream().findFirst();
  }

  private static Optional<Answer> ask(RunDirectory run) {
    try {
      return Optional.of(MounterReports.look(run, PATIENCE));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> stagingOf(List<VolumeReport> reports, Path place) {
    return reports.stream()
        .filter(volume -> volume.getMountPoint().equals(place.toString()))
        .map(VolumeReport::getStagingDirectory)
        .filter(directory -> !directory.isEmpty())
        .map(Path::of)
        .findFirst();
  }

  /** Waits for the end of its processes; returns false if that takes too long. */
  boolean await() throws IOException, InterruptedException {
    return run.isEmpty() || KeeperTurn.awaitEnd(run.get());
  }

  /** Returns what was not sent, in sentences; none if all was. */
  List<String> left() throws IOException {
    List<String> said = new ArrayList<>();
    if (staged.isEmpty() && silent) {
      said.add(
          "it is unmounted, and its mounter did not say whether all that was written to it is on the"
              + " server: 'windlass mounts --unsent' lists what is not, with --staging as it was"
              + " mounted");
    }
    if (staged.isPresent()) {
      Unsent left = Unsent.of(staged.get());
      if (!left.toSend().isEmpty()) {
        said.add(
            ("it is unmounted, and %s that were written to it are in %s, and not on the server: the"
                    + " next mount of the bucket there sends them, and 'windlass mounts --unsent'"
                    + " lists them")
                .formatted(left.toSend().text(), staged.get().directory()));
      }
      left.aside().stream()
          .filter(file -> !before.contains(file))
          .forEach(file ->
              said.add(
                  "%s was changed by another client; what was written here is kept as %s"
                      .formatted(file.key(), file.data())));
    }
    return said;
  }
}
