package io.windlass.cli.mount;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.proto.mounter.VolumeReport;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rates of mounts between two looks at them.
 *
 * @param before the reports of the first look
 * @param now the reports of the second look
 */
record MountRates(Map<Path, State.Reported> before, Map<Path, State.Reported> now) {
  MountRates {
    before = Map.copyOf(before);
    now = Map.copyOf(now);
  }

  /**
   * How busy a mount was.
   *
   * @param known whether the figures are known: one process served it all the time
   * @param read bytes per second
   * @param written bytes per second
   */
  record Rate(
      MountedPlace place,
      boolean known,
      double read,
      double written,
      double requests,
      double errors) {
    /** Returns a figure that is the larger, the busier the mount is. */
    double activity() {
      return read + written + requests;
    }
  }

  /** Returns the rates after the first look, when none are known. */
  static MountRates begin(MountSurvey.Found found) {
    return new MountRates(Map.of(), reports(found));
  }

  MountRates next(MountSurvey.Found found) {
    return new MountRates(now, reports(found));
  }

  private static Map<Path, State.Reported> reports(MountSurvey.Found found) {
    Map<Path, State.Reported> reports = new HashMap<>();
    for (MountedPlace place : found.places()) {
      if (place.state() instanceof State.Reported reported) {
        reports.put(place.directory(), reported);
      }
    }
    return reports;
  }

  /**
   * Returns the rates of all mounts, the busiest first. A volume that is mounted at several places,
   * as those of nodes are, counts once: at the place where its mounter has it.
   */
  List<Rate> busiest(MountSurvey.Found found) {
    Map<List<Object>, MountedPlace> places = new LinkedHashMap<>();
    for (MountedPlace place : found.places()) {
      places.merge(volumeOf(place), place, (one, other) -> isItsOwn(other) ? other : one);
    }
    return places.values().stream()
        .map(this::of)
        .sorted(Comparator.comparingDouble(Rate::activity).reversed())
        .toList();
  }

  private static List<Object> volumeOf(MountedPlace place) {
    return switch (place.state()) {
      case State.Reported reported ->
          List.of(reported.mounter().getPid(), reported.volume().getId());
      case State.Unreported _ -> List.of(place.directory());
    };
  }

  private static boolean isItsOwn(MountedPlace place) {
    return switch (place.state()) {
      case State.Reported reported ->
          reported.volume().getMountPoint().equals(place.directory().toString());
      case State.Unreported _ -> true;
    };
  }

  private Rate of(MountedPlace place) {
    Optional<State.Reported> first = Optional.ofNullable(before.get(place.directory()));
    Optional<State.Reported> second = Optional.ofNullable(now.get(place.directory()));
    return first
        .flatMap(earlier -> second.flatMap(later -> between(place, earlier, later)))
        .orElseGet(() -> new Rate(place, false, 0, 0, 0, 0));
  }

  private static Optional<Rate> between(
      MountedPlace place, State.Reported earlier, State.Reported later) {
    // The mounter's own clock measures the time between its reports.
    double seconds = (later.mounter().getAgeMs() - earlier.mounter().getAgeMs()) / 1000.0;
    VolumeReport was = earlier.volume();
    VolumeReport is = later.volume();
    if (earlier.mounter().getPid() != later.mounter().getPid()
        || !was.getId().equals(is.getId())
        || seconds <= 0
        || is.getRequests() < was.getRequests()) {
      return Optional.empty();
    }
    return Optional.of(
        new Rate(
            place,
            true,
            (is.getBytesRead() - was.getBytesRead()) / seconds,
            (is.getBytesWritten() - was.getBytesWritten()) / seconds,
            (is.getRequests() - was.getRequests()) / seconds,
            (is.getErrors() - was.getErrors()) / seconds));
  }
}
