package io.windlass.cli.mount;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Looks at all mounts of this machine, and asks the mounters in some run directories.
 *
 * @param directories run directories to ask in: of a node plugin, or of mounts by hand
 * @param timeout how long a mounter or a mount may take to answer
 */
record MountSurvey(List<Path> directories, Duration timeout) {
  private static final int AT_ONCE = 16;

  MountSurvey {
    directories = List.copyOf(directories);
  }

  /**
   * What was found.
   *
   * @param places the mounts, in the order in which they were made
   * @param elsewhere run directories of mounters that were not asked
   * @param unknown number of mounts that none of the asked mounters serves
   */
  record Found(List<MountedPlace> places, Set<Path> elsewhere, long unknown) {
    Found {
      places = List.copyOf(places);
      elsewhere = Set.copyOf(elsewhere);
    }
  }

  Found look() throws IOException {
    List<MountPoint> mounts = FuseMounts.list();
    Map<Path, Answer> answers = ask();
    List<MountedPlace> places =
        mounts.stream()
            .gather(
                Gatherers.mapConcurrent(
                    AT_ONCE,
                    mount ->
                        health(mount.path()).map(health -> place(mount, mounts, health, answers))))
            .flatMap(Optional::stream)
            .toList();
    Set<Path> elsewhere = new TreeSet<>(RunningMounters.runDirectories());
    elsewhere.removeAll(answers.keySet());
    long unknown =
        places.stream()
            .filter(each ->
                each.state() instanceof State.Unreported(var _, var _, boolean good) && good)
            .count();
    return new Found(places, elsewhere, unknown);
  }

  /** Asks every mounter once: that of a node serves many mounts. */
  private Map<Path, Answer> ask() throws IOException {
    Map<Path, Answer> answers = new HashMap<>();
    for (Path directory : directories) {
      for (RunDirectory run : new RunDirectories(directory).meetingPlaces()) {
        answers.put(run.path(), MounterReports.look(run, timeout));
      }
    }
    return answers;
  }

  /** Returns the health of a mount; empty when it was unmounted since it was listed. */
  private Optional<FuseMounts.Health> health(Path place) {
    try {
      return Optional.of(FuseMounts.probe(place, timeout));
    } catch (LinuxException e) {
      return e.is(Errno.ENOENT) ? Optional.empty() : Optional.of(FuseMounts.Health.SILENT);
    }
  }

  private MountedPlace place(
      MountPoint mount,
      List<MountPoint> mounts,
      FuseMounts.Health health,
      Map<Path, Answer> answers) {
    return new MountedPlace(mount.path(), mount.source(), state(mount, mounts, health, answers));
  }

  private State state(
      MountPoint mount,
      List<MountPoint> mounts,
      FuseMounts.Health health,
      Map<Path, Answer> answers) {
    if (health == FuseMounts.Health.DEAD) {
      return new State.Unreported(
          "dead", "no process serves it; 'windlass unmount' takes it away", false);
    }
    Set<String> places = placesOf(mount, mounts);
    boolean served = health == FuseMounts.Health.SERVED;
    for (Answer answer : answers.values()) {
      if (answer instanceof Answer.Told(Report report)) {
        Optional<VolumeReport> volume =
            report.getVolumesList().stream()
                .filter(each -> places.contains(each.getMountPoint()))
                .findFirst();
        if (volume.isPresent()) {
          return new State.Reported(served, report, volume.get());
        }
      }
    }
    if (served) {
      return new State.Unreported("served", "by a mounter that was not asked", true);
    }
    return askedOf(mount.path(), answers).anyMatch(Answer.Busy.class::isInstance)
        ? new State.Unreported("busy", "its mounter gave no answer for " + seconds(), false)
        : new State.Unreported(
            "starting", "no process serves it yet, and programs that use it wait", false);
  }

  /** Returns the answers of the mounters that may serve a mount: its own, or those of nodes. */
  private Stream<Answer> askedOf(Path mount, Map<Path, Answer> answers) {
    return directories.stream()
        .map(RunDirectories::new)
        .map(each -> each.isOfNode() ? each.root() : each.of(mount).path())
        .flatMap(run -> Optional.ofNullable(answers.get(run)).stream());
  }

  private String seconds() {
    return timeout.toMillisPart() == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
  }

  /**
   * Returns all paths at which the same file system is mounted: a node's volumes are bind-mounted
   * to other paths.
   */
  static Set<String> placesOf(MountPoint mount, List<MountPoint> mounts) {
    return mounts.stream()
        .filter(other -> other.major() == mount.major() && other.minor() == mount.minor())
        .map(other -> other.path().toString())
        .collect(Collectors.toSet());
  }
}
