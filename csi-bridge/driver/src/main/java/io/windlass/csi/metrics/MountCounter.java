package io.windlass.csi.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.windlass.proto.mounter.VolumeReport;
import java.util.function.ToLongFunction;

/** Counters of a mount that metrics show, as a mounter reports them. */
public enum MountCounter {
  READ(Family.BYTES, Labels.of("direction", "read"), VolumeReport::getBytesRead),
  WRITTEN(Family.BYTES, Labels.of("direction", "written"), VolumeReport::getBytesWritten),
  FETCHED(Family.BYTES, Labels.of("direction", "fetched"), VolumeReport::getBytesFetched),
  DISK(Family.BYTES, Labels.of("direction", "disk"), VolumeReport::getBytesFromDisk),
  REQUESTS(Family.REQUESTS, Labels.EMPTY, VolumeReport::getRequests),
  ERRORS(Family.ERRORS, Labels.EMPTY, VolumeReport::getErrors),
  NAMES_KNOWN(Family.NAMES, Labels.of("from", "cache"), VolumeReport::getNamesKnown),
  NAMES_ASKED(Family.NAMES, Labels.of("from", "server"), VolumeReport::getNamesAsked);

  /** Metrics that these counters are the series of. */
  enum Family {
    BYTES(
        "windlass_mount_bytes",
        "Bytes that programs read and wrote, and that came from the server or the disk cache"),
    REQUESTS("windlass_mount_requests", "Requests of the kernel"),
    ERRORS("windlass_mount_errors", "Requests that failed, without those for what is not there"),
    NAMES("windlass_mount_names", "Lookups of names and attributes by who answered them");

    private final String metric;
    private final String help;

    Family(String metric, String help) {
      this.metric = metric;
      this.help = help;
    }

    /** Returns the name of the metric without its suffix. */
    String metric() {
      return metric;
    }

    String help() {
      return help;
    }
  }

  private final Family family;

  @SuppressWarnings("ImmutableEnumChecker") // never changed, although the type does not say so
  private final Labels labels;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference
  private final ToLongFunction<VolumeReport> value;

  MountCounter(Family family, Labels labels, ToLongFunction<VolumeReport> value) {
    this.family = family;
    this.labels = labels;
    this.value = value;
  }

  Family family() {
    return family;
  }

  /** Returns the labels beside the volume. */
  public Labels labels() {
    return labels;
  }

  public long of(VolumeReport report) {
    return value.applyAsLong(report);
  }
}
