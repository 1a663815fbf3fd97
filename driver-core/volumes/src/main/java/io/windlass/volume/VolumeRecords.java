package io.windlass.volume;

import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.registry.VolumeRecord.WhenDeleted;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds volumes: by their records, or as buckets that can be used as volumes. */
final class VolumeRecords {
  private final OpenBackends backends;

  VolumeRecords(OpenBackends backends) {
    this.backends = backends;
  }

  /**
   * A volume that can be used.
   *
   * @param entry its record as it is stored; empty for a bucket without a volume record
   */
  record Known(
      VolumeId id,
      OpenBackend configured,
      VolumeRecord record,
      Optional<Entry<VolumeRecord>> entry) {

    /** Returns whether a call that was changing the volume has not finished. */
    boolean isUnfinished() {
      return entry.filter(found -> found.claim().isPresent()).isPresent();
    }

    Lease<VolumeRecord> claim(VolumeRecord intent) {
      return entry
          .map(found -> configured.registry().claim(found, intent))
          .orElseGet(
              () -> configured.registry().claimNew(RecordKind.VOLUMES, id.recordId(), intent));
    }
  }

  /**
   * Returns the backend of a volume. It is configured, because ids of other backends are not
   * parsed.
   *
   * @throws DriverException.PermissionDenied when the bucket is the driver's own
   */
  OpenBackend configured(VolumeId id) {
    return backends.require(id.bucketId());
  }

  /** Reads an id; empty if it cannot be that of a volume. */
  Optional<VolumeId> parse(String id) {
    return VolumeId.parse(id, backends);
  }

  Optional<Entry<VolumeRecord>> find(VolumeId id) {
    return configured(id).registry().find(RecordKind.VOLUMES, id.recordId());
  }

  /**
   * Returns a volume that the driver created, or an existing bucket that was not created as a
   * volume: one of COSI, or one that an administrator names in a PersistentVolume.
   *
   * @throws DriverException.NotFound when there is neither
   * @throws DriverException.FailedPrecondition when its record may have been lost
   * @throws DriverException.Aborted when the volume is being created or deleted
   */
  Known require(VolumeId id) {
    OpenBackend configured = configured(id);
    Optional<Entry<VolumeRecord>> found = find(id);
    if (found.isPresent()) {
      VolumeRecord record = found.get().value();
      return switch (record.state()) {
        case READY -> new Known(id, configured, record, found);
        case CREATING, DELETING ->
            throw new DriverException.Aborted(
                "volume %s is being made or deleted: call again".formatted(id));
        case RELEASED -> throw notFound(id);
      };
    }
    if (id.folder().isPresent() || !configured.backend().buckets().exists(id.bucket())) {
      requireKept(id);
      throw notFound(id);
    }
    return new Known(id, configured, bucketAsVolume(), Optional.empty());
  }

  /**
   * Checks that a volume without a record has none because it was not made, or was deleted. Without
   * its bucket it is gone in any case.
   *
   * @throws DriverException.FailedPrecondition when its record may have been lost
   */
  void requireKept(VolumeId id) {
    OpenBackend configured = configured(id);
    if (configured.backend().buckets().exists(id.bucket())) {
      configured.registry().requireKept(RecordKind.VOLUMES, id.recordId(), "volume " + id, true);
    }
  }

  /**
   * Returns a volume that the driver created as one.
   *
   * @throws DriverException.InvalidArgument when it is a bucket that was not created as a volume
   */
  Known requireOwn(VolumeId id, String toBe) {
    Known known = require(id);
    if (known.record().origin() == Origin.STATIC) {
      throw new DriverException.InvalidArgument(
          "volume %s is a bucket that was not made as a volume: it cannot be %s"
              .formatted(id, toBe));
    }
    return known;
  }

  static DriverException.NotFound notFound(VolumeId id) {
    return new DriverException.NotFound("there is no volume %s".formatted(id), null);
  }

  private static VolumeRecord bucketAsVolume() {
    return new VolumeRecord(
        State.READY,
        Origin.STATIC,
        "",
        Fingerprint.of(Map.of()),
        0,
        WhenDeleted.RETAIN,
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
