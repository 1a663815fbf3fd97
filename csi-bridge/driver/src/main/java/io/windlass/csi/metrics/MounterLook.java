package io.windlass.csi.metrics;

import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the mounter for reports on behalf of scrapes, which must not hang: waits {@link #PATIENCE}
 * at most, and does not ask a mounter again for {@link #PAUSE} if it did not answer. Used by one
 * thread at a time.
 */
public final class MounterLook {
  static final Duration PATIENCE = Duration.ofSeconds(2);
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(MounterLook.class);

  private final RunDirectory run;
  private Optional<Long> silent = Optional.empty();

  public MounterLook(RunDirectory run) {
    this.run = run;
  }

  /** Returns the mounter's report of all volumes; empty if it does not answer. */
  public Optional<Report> report() {
    if (silent.filter(since -> System.nanoTime() - since < PAUSE.toNanos()).isPresent()) {
      return Optional.empty();
    }
    try {
      return switch (MounterReports.look(run, PATIENCE)) {
        case MounterReports.Answer.Told(Report report) -> Optional.of(report);
        // This answer comes at once, and a mounter that is starting listens soon.
        case MounterReports.Answer.Nobody() -> Optional.empty();
        case MounterReports.Answer.Busy _ -> {
          silent = Optional.of(System.nanoTime());
          yield Optional.empty();
        }
      };
    } catch (IOException e) {
      log.debug("the mounter cannot be asked", e);
      return Optional.empty();
    }
  }
}
