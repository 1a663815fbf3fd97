package io.windlass.volume.snapshot;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.error.DriverException;
import io.windlass.provision.LeasedOperation;
import io.windlass.registry.Lease;
import io.windlass.volume.VolumeId;
import io.windlass.volume.server.Budget;
import io.windlass.volume.server.Copies;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what a snapshot shows into a new volume. What is copied is counted by the metrics {@code
 * windlass.volume.copied.objects} and {@code windlass.volume.copied.bytes}.
 */
final class VolumeCopy {
  private static final Logger log = LoggerFactory.getLogger(VolumeCopy.class);

  /** Bytes after which no further object is added to those that are copied between two checks. */
  private static final long CHUNK_BYTES = 4L << 30;

  private final Manifest manifest;
  private final VolumeId from;
  private final VolumeId target;
  private final Copies copies;
  private final Budget budget;
  private final Counter objects;
  private final Counter bytes;

  /**
   * @param from volume of the snapshot
   */
  VolumeCopy(
      LeasedOperation operation,
      RecordName snapshot,
      VolumeId from,
      VolumeId target,
      Copies copies,
      MeterRegistry meters) {
    this.manifest = new Manifest(operation, snapshot);
    this.from = from;
    this.target = target;
    this.copies = copies;
    this.budget = Budget.ofCall(operation);
    this.objects =
        counter(meters, "windlass.volume.copied.objects", "Objects copied into new volumes");
    this.bytes = counter(meters, "windlass.volume.copied.bytes", "Bytes copied into new volumes");
  }

  private Counter counter(MeterRegistry meters, String name, String description) {
    return Counter.builder(name)
        .description(description)
        .tag("backend", target.backend())
        .register(meters);
  }

  /**
   * Thrown when an object of a temporary snapshot is not the one that the manifest names: a request
   * that began before the bucket kept versions has replaced or deleted it.
   */
  static final class Replaced extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Copies until the end, or until the time is up.
   *
   * @param listed what the manifest has
   * @return how far the copying is, not yet recorded
   */
  FillRecord run(Progress listed, Lease<FillRecord> lease) throws Replaced {
    FillRecord reached = lease.value();
    while (reached.page() <= listed.pages()) {
      List<ManifestEntry> entries = manifest.read(reached.page());
      while (reached.entry() < entries.size()) {
        List<ManifestEntry> chunk = chunk(entries.subList(reached.entry(), entries.size()));
        copy(reached.page(), chunk);
        long size = chunk.stream().mapToLong(ManifestEntry::size).sum();
        objects.increment(chunk.size());
        bytes.increment((double) size);
        reached =
            reached.reached(reached.page(), reached.entry() + chunk.size(), chunk.size(), size);
        if (budget.isSpent()) {
          log.info(
              "volume {} is being filled from {}: {} of {} objects, {} of {} bytes",
              target,
              reached.source(),
              reached.objects(),
              listed.objects(),
              reached.bytes(),
              listed.bytes());
          return reached;
        }
      }
      reached = reached.reached(reached.page() + 1, 0, 0, 0);
      if (reached.page() <= listed.pages()) {
        lease.record(reached);
      }
    }
    log.info(
        "volume {} is filled from {}: {} objects, {} bytes",
        target,
        reached.source(),
        reached.objects(),
        reached.bytes());
    return reached.whole();
  }

  private static List<ManifestEntry> chunk(List<ManifestEntry> left) {
    int end = 0;
    for (long size = 0; end < left.size() && size < CHUNK_BYTES; end++) {
      size += left.get(end).size();
    }
    return left.subList(0, end);
  }

  private void copy(int page, List<ManifestEntry> entries) throws Replaced {
    List<Copies.Order> orders =
        entries.stream()
            .map(entry ->
                new Copies.Order(
                    manifest.source(page, entry, from.bucket(), from.prefix()),
                    entry.size(),
                    target.prefix() + entry.key()))
            .toList();
    int missing = copies.all(orders).indexOf(false);
    if (missing >= 0 && entries.get(missing).revision().isPresent()) {
      throw new Replaced();
    }
    if (missing >= 0) {
      throw new DriverException.Unexpected(
          ("object %s of a snapshot of volume %s is gone: somebody, or a lifecycle rule, deleted its"
                  + " versions")
              .formatted(entries.get(missing).key(), from),
          null);
    }
  }
}
