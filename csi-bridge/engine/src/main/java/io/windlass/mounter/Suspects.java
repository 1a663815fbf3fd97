package io.windlass.mounter;

import io.windlass.mounter.ServiceRecord.Flag;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a mounter that starts knows of the volumes that the mounter before it served: which of them
 * may have been the reason for its end.
 */
final class Suspects {
  /** So often a volume alone was in service when mounters died, one after the other. */
  static final int LONE_DEATHS = 2;

  private static final Logger log = LoggerFactory.getLogger(Suspects.class);

  private final Map<String, Found> volumes;
  private final boolean quarantined;

  /** A record as the mounter before left it. */
  private record Found(ServiceRecord record, boolean requests) {}

  /** How a volume is resumed. */
  sealed interface Standing {
    /** At once, with others. */
    record Clear() implements Standing {}

    /**
     * After all that are clear, alone.
     *
     * @param record record of the volume
     * @param requests whether requests were in service, which come again
     */
    record Suspect(ServiceRecord record, boolean requests) implements Standing {}

    /** In a mounter of its own. */
    record Quarantined() implements Standing {}
  }

  private Suspects(Map<String, Found> volumes, boolean quarantined) {
    this.volumes = volumes;
    this.quarantined = quarantined;
  }

  /** Knows of no volume. */
  static Suspects none() {
    return new Suspects(Map.of(), false);
  }

  /**
   * Reads the records of all volumes of a mounter that has not begun to serve, and counts the end
   * of the mounter before it.
   *
   * @param quarantines whether there can be a mounter for volumes in quarantine. One that is alone
   *     in the directory never needs it
   */
  static Suspects read(RunDirectory run, boolean quarantines) {
    Map<String, Found> volumes = new HashMap<>();
    List<ServiceRecord> inService = new ArrayList<>();
    int all = 0;
    boolean quarantined = false;
    for (Path state : states(run)) {
      Optional<ServiceRecord> record = record(state);
      all++;
      if (record.filter(each -> isOf(run, each)).isPresent()) {
        String id = state.getFileName().toString();
        volumes.put(id, new Found(record.get(), record.get().inService() > 0));
        if (record.get().isInService()) {
          inService.add(record.get());
        }
      } else {
        quarantined |= record.isPresent() && !run.isQuarantine();
      }
    }
    count(inService);
    for (Found each : volumes.values()) {
      each.record().begin();
      if (quarantines && all > 1 && each.record().loneDeaths() >= LONE_DEATHS) {
        each.record().put(Flag.QUARANTINED, true);
        quarantined = true;
      }
    }
    if (!inService.isEmpty()) {
      log.warn(
          "the mounter before ended while it worked for {} of {} volumes: these are resumed last,"
              + " one at a time",
          inService.size(),
          all);
    }
    return new Suspects(volumes, quarantined);
  }

  /** Returns whether this mounter serves the volume: another one may serve it now, otherwise. */
  private static boolean isOf(RunDirectory run, ServiceRecord record) {
    return record.is(Flag.QUARANTINED) == run.isQuarantine();
  }

  private static void count(List<ServiceRecord> inService) {
    boolean trial = inService.stream().anyMatch(each -> each.is(Flag.ON_TRIAL));
    for (ServiceRecord each : inService) {
      each.died(trial ? each.is(Flag.ON_TRIAL) : inService.size() == 1);
    }
  }

  private static List<Path> states(RunDirectory run) {
    List<Path> states = new ArrayList<>();
    Path directory = run.volumes();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> list = Files.newDirectoryStream(directory)) {
        list.forEach(states::add);
      } catch (IOException | DirectoryIteratorException e) {
        log.warn("{} cannot be read: {}", directory, e.getMessage());
      }
    }
    return states;
  }

  private static Optional<ServiceRecord> record(Path state) {
    try {
      return ServiceRecord.find(state);
    } catch (IOException e) {
      log.warn("what a mounter did with {} cannot be read: {}", state, e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns whether a volume is in quarantine, whose mounter takes memory. */
  boolean quarantined() {
    return quarantined;
  }

  /** Returns how to resume a volume. */
  Standing standing(RunDirectory run, String id) {
    Optional<Found> found = Optional.ofNullable(volumes.get(id));
    if (found.isEmpty()) {
      boolean elsewhere =
          !run.isQuarantine()
              && record(run.stateOf(id)).filter(each -> each.is(Flag.QUARANTINED)).isPresent();
      return elsewhere ? new Standing.Quarantined() : new Standing.Clear();
    }
    ServiceRecord record = found.get().record();
    if (record.is(Flag.QUARANTINED) && !run.isQuarantine()) {
      return new Standing.Quarantined();
    }
    return record.is(Flag.SUSPECT)
        ? new Standing.Suspect(record, found.get().requests())
        : new Standing.Clear();
  }
}
