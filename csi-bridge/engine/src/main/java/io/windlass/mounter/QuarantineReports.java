package io.windlass.mounter;

import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the mounter in quarantine says of its volumes, for one report. That mounter may hang, so it
 * is asked once, for all of them.
 */
final class QuarantineReports {
  /** How long a report waits for the other mounter. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final String id;
  private Optional<Map<String, VolumeReport>> answer = Optional.empty();

  /**
   * Creates the reports; nobody is asked yet.
   *
   * @param id id of the volume that is to be reported; empty: all volumes
   */
  QuarantineReports(String id) {
    this.id = id;
  }

  /** Returns the report of a volume; empty if the mounter in {@code run} gives none. */
  Optional<VolumeReport> of(RunDirectory run, String volume) {
    if (answer.isEmpty()) {
      answer = Optional.of(ask(run));
    }
    return Optional.ofNullable(answer.get().get(volume));
  }

  private Map<String, VolumeReport> ask(RunDirectory run) {
    try {
      return MounterReports.ask(run, id, PATIENCE).getVolumesList().stream()
          .collect(Collectors.toMap(VolumeReport::getId, Function.identity(), (one, _) -> one));
    } catch (IOException e) {
      return Map.of();
    }
  }
}
