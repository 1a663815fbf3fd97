package io.windlass.volume;

import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.registry.Lease;
import io.windlass.registry.VolumeRecord;
import io.windlass.volume.VolumeRecords.Known;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Changes the capacity and the parameters of existing volumes. */
final class VolumeChanges {
  private static final String EXPIRY = "expirationDays";

  private final VolumeRecords records;
  private final VolumeData data;
  private final CallsInFlight inFlight;

  VolumeChanges(VolumeRecords records, VolumeData data, CallsInFlight inFlight) {
    this.records = records;
    this.data = data;
    this.inFlight = inFlight;
  }

  Volume expand(VolumeId id, CapacityRange asked) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Known volume = records.requireOwn(id, "expanded");
      long now = volume.record().capacityBytes();
      if (asked.limitBytes() > 0 && now > asked.limitBytes()) {
        throw new DriverException.OutOfRange(
            "capacity_range: volume %s has %d bytes, more than limit_bytes %d, and does not shrink"
                .formatted(id, now, asked.limitBytes()));
      }
      if (now > 0 && now >= asked.bytes()) {
        return Volume.of(id, volume.record());
      }
      Lease<VolumeRecord> lease = volume.claim(volume.record());
      return Volume.of(id, lease.complete(lease.value().withCapacity(asked.bytes())).value());
    }
  }

  Volume modify(VolumeId id, ChangeableParameters asked) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Known volume = records.requireOwn(id, "modified");
      requirePossible(volume, asked);
      Map<String, String> inForce = new TreeMap<>(volume.record().changeable());
      inForce.putAll(asked.given());
      if (inForce.equals(volume.record().changeable()) && !volume.isUnfinished()) {
        return Volume.of(id, volume.record());
      }
      boolean begins =
          inForce.containsKey(EXPIRY) && !volume.record().changeable().containsKey(EXPIRY);
      VolumeRecord wanted = volume.record().withChangeable(inForce);
      return begins
          ? data.letExpire(id, () -> apply(volume, wanted, asked))
          : apply(volume, wanted, asked);
    }
  }

  /**
   * Applies changed parameters. The record is written before the bucket is changed, because
   * snapshots learn from the record that objects may expire.
   */
  private static Volume apply(Known volume, VolumeRecord wanted, ChangeableParameters asked) {
    Lease<VolumeRecord> lease = volume.claim(wanted);
    if (asked.needsOwnBucket()) {
      lease.step();
      try {
        volume.configured().backend().buckets().amend(volume.id().bucket(), asked.settings());
      } catch (DriverException.InvalidArgument
          | DriverException.Unsupported
          | DriverException.NotFound e) {
        lease.complete(volume.record());
        throw e;
      }
    }
    return Volume.of(volume.id(), lease.complete(wanted).value());
  }

  private static void requirePossible(Known volume, ChangeableParameters asked) {
    if (asked.needsOwnBucket() && volume.id().folder().isPresent()) {
      throw new DriverException.InvalidArgument(
          "mutable parameters tags and expirationDays apply to a whole bucket, and volume %s has no"
                  .formatted(volume.id())
              + " bucket of its own: leave them out");
    }
    List<String> missing =
        asked.settings().notOfferedBy(volume.configured().backend().capabilities());
    if (!missing.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "backend %s does not offer mutable parameter %s: leave it out"
              .formatted(volume.id().backend(), String.join(", ", missing)));
    }
  }
}
