package io.windlass.cli.stats;

import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;

/**
 * What a mount did between two looks at it.
 *
 * @param seconds between the looks
 * @param before what was counted at the first look
 * @param now what was counted at the second look
 * @param operations requests of the kernel
 * @param calls calls of the server
 */
record MountStats(
    double seconds,
    VolumeReport before,
    VolumeReport now,
    List<OperationRate> operations,
    List<OperationRate> calls) {
  MountStats {
    operations = List.copyOf(operations);
    calls = List.copyOf(calls);
  }

  /**
   * Returns what was done between two reports of one volume; empty if another process made the
   * second one, as its counters began anew.
   */
  static Optional<MountStats> between(Report before, Report now) {
    // The mounter's own clock measures the time between its reports.
    double seconds = (now.getAgeMs() - before.getAgeMs()) / 1e3;
    if (before.getPid() != now.getPid()
        || seconds <= 0
        || before.getVolumesCount() != 1
        || now.getVolumesCount() != 1) {
      return Optional.empty();
    }
    VolumeReport was = before.getVolumes(0);
    VolumeReport is = now.getVolumes(0);
    // One that was mounted anew meanwhile, or whose quarantine began anew.
    if (!was.hasActivity() || !is.hasActivity() || is.getRequests() < was.getRequests()) {
      return Optional.empty();
    }
    return Optional.of(
        new MountStats(
            seconds,
            was,
            is,
            OperationRate.between(
                was.getActivity().getOperationsList(), is.getActivity().getOperationsList()),
            OperationRate.between(
                was.getActivity().getCallsList(), is.getActivity().getCallsList())));
  }

  /** Returns how much a counter of the volume has grown. */
  long grown(ToLongFunction<VolumeReport> counter) {
    return counter.applyAsLong(now) - counter.applyAsLong(before);
  }

  double perSecond(long amount) {
    return amount / seconds;
  }

  /** Returns it as fields for programs. */
  SequencedMap<String, Object> fields() {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("seconds", seconds);
    put(fields, "bytesReadPerSecond", VolumeReport::getBytesRead);
    put(fields, "bytesWrittenPerSecond", VolumeReport::getBytesWritten);
    put(fields, "bytesFetchedPerSecond", VolumeReport::getBytesFetched);
    put(fields, "bytesFromDiskPerSecond", VolumeReport::getBytesFromDisk);
    put(fields, "requestsPerSecond", VolumeReport::getRequests);
    put(fields, "errorsPerSecond", VolumeReport::getErrors);
    put(fields, "namesKnownPerSecond", VolumeReport::getNamesKnown);
    put(fields, "namesAskedPerSecond", VolumeReport::getNamesAsked);
    fields.put("openFiles", now.getOpenFiles());
    fields.put("unsentBytes", now.getUnpublished().getBytes());
    fields.put("operations", fields(operations));
    fields.put("server", fields(calls));
    return fields;
  }

  private void put(
      SequencedMap<String, Object> fields, String name, ToLongFunction<VolumeReport> counter) {
    fields.put(name, rounded(perSecond(grown(counter))));
  }

  private SequencedMap<String, Object> fields(List<OperationRate> rates) {
    SequencedMap<String, Object> all = new LinkedHashMap<>();
    for (OperationRate rate : rates) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("perSecond", rounded(perSecond(rate.count())));
      one.put("errorsPerSecond", rounded(perSecond(rate.errors())));
      rate.mean().ifPresent(mean -> one.put("meanMillis", rounded(mean)));
      rate.most().ifPresent(most -> one.put("p99Millis", most));
      all.put(rate.name(), one);
    }
    return all;
  }

  private static double rounded(double figure) {
    return Math.round(figure * 1000) / 1000.0;
  }
}
