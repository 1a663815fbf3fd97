package io.windlass.volume;

import io.windlass.error.DriverException;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.Unfinished;
import io.windlass.provision.Untouched;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.volume.VolumeData.Reached;
import java.util.Optional;
import java.util.stream.Collectors;

/** Deletes volumes. Emptying a large volume takes several calls. */
final class VolumeRemover {
  private final VolumeRecords records;
  private final Buckets buckets;
  private final VolumeData data;
  private final CallsInFlight inFlight;

  VolumeRemover(VolumeRecords records, Buckets buckets, VolumeData data, CallsInFlight inFlight) {
    this.records = records;
    this.buckets = buckets;
    this.data = data;
    this.inFlight = inFlight;
  }

  void delete(VolumeId id) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Registry registry = records.configured(id).registry();
      Optional<Lease<VolumeRecord>> written =
          registry.claimWritten(RecordKind.VOLUMES, id.recordId(), VolumeRemover::deletable);
      if (written.isPresent()) {
        finish(id, written.get());
        return;
      }
      Optional<Entry<VolumeRecord>> found = records.find(id);
      if (found.isEmpty()) {
        records.requireKept(id);
        return;
      }
      if (found.get().value().origin() != Origin.CREATED) {
        return;
      }
      VolumeRecord record = found.get().value();
      requireDetached(id, record);
      if (record.state() == State.CREATING) {
        undo(id, registry.claim(found.get(), record));
      } else {
        finish(id, registry.claim(found.get(), record.in(State.DELETING)));
      }
    }
  }

  private static Optional<VolumeRecord> deletable(VolumeRecord record) {
    return Optional.of(record.in(State.DELETING))
        .filter(_ ->
            record.origin() == Origin.CREATED
                && record.state() == State.READY
                && record.attachments().isEmpty());
  }

  /**
   * Removes a half-created volume that no caller was told of. A bucket or files in its place that
   * were not made for it stay.
   *
   * @throws DriverException.Aborted when that takes more calls
   */
  void undo(VolumeId id, Lease<VolumeRecord> lease) {
    boolean made =
        id.folder().isPresent()
            ? lease.value().source().isPresent()
            : buckets.isMade(id.bucketId());
    if (made) {
      lease.record(lease.value().undone());
      remove(id, lease);
    } else {
      data.forget(id);
      lease.remove();
    }
  }

  /** Returns the half-created volumes, of which no caller was told, and the half-removed ones. */
  Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return RecordKind.VOLUMES;
      }

      @Override
      public boolean undo(OpenBackend configured, String recordId, Untouched since) {
        Optional<VolumeId> id = records.parse(configured.backend().name() + "/" + recordId);
        return id.isPresent() && undoIfLeft(id.get(), configured.registry(), since);
      }
    };
  }

  private boolean undoIfLeft(VolumeId id, Registry registry, Untouched since) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Optional<Entry<VolumeRecord>> found = records.find(id);
      if (found.isEmpty()) {
        return false;
      }
      Entry<VolumeRecord> entry = found.get();
      switch (entry.value().state()) {
        case CREATING -> {
          if (!since.isLeftMaking(entry.age())) {
            return false;
          }
          undo(id, registry.claim(entry, entry.value()));
        }
        case DELETING -> {
          if (!since.isLeftRemoving(entry.age())) {
            return false;
          }
          finish(id, registry.claim(entry, entry.value()));
        }
        case READY, RELEASED -> {
          return false;
        }
      }
      return true;
    }
  }

  /** Continues a delete that was begun. */
  void finish(VolumeId id, Lease<VolumeRecord> lease) {
    switch (lease.value().whenDeleted()) {
      case DELETE -> remove(id, lease);
      case RETAIN -> lease.remove();
    }
  }

  private static void requireDetached(VolumeId id, VolumeRecord record) {
    if (!record.attachments().isEmpty()) {
      throw new DriverException.InUse(
          "volume %s is published to node %s: unpublish it first"
              .formatted(
                  id,
                  record.attachments().stream()
                      .map(Attachment::node)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * Removes the files of a volume, then its own bucket if it has one, and its record last. If
   * snapshots need some of the files, these, the bucket and the record stay.
   *
   * @throws DriverException.Aborted when that takes more calls
   */
  void remove(VolumeId id, Lease<VolumeRecord> lease) {
    if (lease.value().state() != State.DELETING) {
      lease.record(lease.value().in(State.DELETING));
    }
    switch (empty(id, lease)) {
      case PART -> {
        lease.complete(lease.value());
        throw new DriverException.Aborted(
            "volume %s is being emptied, and more is left than one call may take: call again"
                .formatted(id));
      }
      case HELD_BY_SNAPSHOTS -> lease.complete(lease.value().in(State.RELEASED));
      case END -> {
        if (id.folder().isEmpty()) {
          removeBucket(id, lease);
        }
        lease.remove();
      }
    }
  }

  /** Removes files, as many as one step can. A bucket that does not exist has none. */
  private Reached empty(VolumeId id, Lease<VolumeRecord> lease) {
    try {
      return data.remove(id, LeasedOperation.on(records.configured(id), lease));
    } catch (DriverException.NotFound e) {
      return Reached.END;
    }
  }

  private void removeBucket(VolumeId id, Lease<VolumeRecord> lease) {
    try {
      lease.step();
      buckets.delete(id.bucketId());
    } catch (DriverException.NotEmpty e) {
      lease.complete(lease.value());
      throw new DriverException.Aborted(
          "somebody wrote to volume %s while it was emptied: call again".formatted(id));
    }
  }
}
