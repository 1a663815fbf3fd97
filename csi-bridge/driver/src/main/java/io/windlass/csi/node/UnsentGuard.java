package io.windlass.csi.node;

import io.windlass.error.DriverException;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a volume staged while data that was written to it is not on its server: who unstages it may
 * stage it on another node next, where the data is missing. Bounded in time, as a server may be
 * gone for good.
 */
final class UnsentGuard {
  private static final Logger log = LoggerFactory.getLogger(UnsentGuard.class);

  /** How long a call waits for data that is being sent. */
  private static final Duration SENDING = Duration.ofSeconds(20);

  private static final Duration POLL = Duration.ofMillis(100);

  /** Asks the mounter about a volume, or looks at what is staged if there is none. */
  interface Reports {
    /** Returns the report; empty if nothing of the volume is on this node. */
    Optional<VolumeReport> of(NodeRecord record) throws IOException, InterruptedException;
  }

  /** Lets time pass between two looks. */
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  private final NodeRecords records;
  private final Reports reports;
  private final Duration limit;
  private final InstantSource clock;
  private final Pause pause;
  private final LongAdder files = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * Creates the guard.
   *
   * @param limit for how long a volume stays staged, from the first call on; zero: not at all
   */
  UnsentGuard(
      NodeRecords records, Reports reports, Duration limit, InstantSource clock, Pause pause) {
    this.records = records;
    this.reports = reports;
    this.limit = limit;
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * Returns if the volume may be unstaged: all is sent, or the limit is over.
   *
   * @throws DriverException.Unavailable when data is not on the server; call again
   */
  void require(NodeRecord record) throws IOException, InterruptedException {
    Optional<VolumeReport> report = await(record);
    if (report.isEmpty() || isSent(report.get())) {
      return;
    }
    long now = clock.millis();
    long since = record.unsentSince() == 0 ? now : record.unsentSince();
    String what = UnsentText.of(report.get());
    if (now - since < limit.toMillis()) {
      if (record.unsentSince() == 0) {
        records.put(record.unsentSince(since));
      }
      throw new DriverException.Unavailable(
          "volume %s stays at %s: %s; it is unstaged without them in %d s"
              .formatted(
                  record.volumeId(),
                  record.mountPoint(),
                  what,
                  (limit.toMillis() - (now - since)) / 1000),
          null);
    }
    files.add(report.get().getUnpublished().getFiles());
    bytes.add(report.get().getUnpublished().getBytes());
    log.error(
        "volume {} is unstaged from {} after {} s, and {}: they stay in {}, and 'windlass mounts"
            + " --unsent' lists them",
        record.volumeId(),
        record.mountPoint(),
        limit.toSeconds(),
        what,
        report.get().getStagingDirectory());
  }

  /** Waits for data that is being sent, unless the server does not take it. */
  private Optional<VolumeReport> await(NodeRecord record) throws IOException, InterruptedException {
    long began = clock.millis();
    while (true) {
      Optional<VolumeReport> report = reports.of(record);
      if (report.isEmpty()
          || isSent(report.get())
          || !report.get().getTrouble().isEmpty()
          || limit.isZero()
          || clock.millis() - began > SENDING.toMillis()) {
        return report;
      }
      pause.of(POLL);
    }
  }

  private static boolean isSent(VolumeReport report) {
    return report.getUnpublished().getFiles() == 0;
  }

  /** Returns how many files stayed on this node when their volumes were unstaged. */
  long leftFiles() {
    return files.sum();
  }

  /** Returns how many bytes of these files were not on their servers. */
  long leftBytes() {
    return bytes.sum();
  }
}
