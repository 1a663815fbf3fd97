package io.windlass.volume.snapshot;

import io.windlass.registry.Fingerprint;
import io.windlass.registry.RecordKind;
import io.windlass.volume.VolumeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Record of a snapshot.
 *
 * @param state state of its life
 * @param request normalised request for the snapshot
 * @param volume id of its volume
 * @param group name of the group with which it was taken
 * @param method method by which its data is kept
 * @param at instant that it shows, once that is decided
 * @param listed how far its manifest is written or, while it is being removed, how far its versions
 *     are deleted
 * @param capacity capacity of its volume in bytes when the snapshot was begun; 0: any number
 */
record SnapshotRecord(
    State state,
    Fingerprint request,
    String volume,
    Optional<String> group,
    Method method,
    Optional<Instant> at,
    Progress listed,
    long capacity) {
  static final RecordKind<SnapshotRecord> KIND =
      new RecordKind<>("snapshots", SnapshotRecord.class, true);

  /**
   * Temporary snapshots of {@link VolumePopulator}, which are removed when the volume is filled.
   * Callers never see them.
   */
  static final RecordKind<SnapshotRecord> TEMPORARY =
      new RecordKind<>("clone-snapshots", SnapshotRecord.class);

  enum State {
    /** Nothing is kept yet. */
    CREATING,
    /**
     * The instant is decided, and the data is kept. By {@link Method#VERSIONS}, the manifest is
     * being written; with the other methods, the manifest is complete, but other snapshots of the
     * group may not be.
     */
    CUT,
    /** The manifest is complete. */
    READY,
    /** The snapshot is being removed. */
    DELETING
  }

  /** Methods of keeping the data; each one promises less than the one before. */
  enum Method {
    /** The bucket keeps the versions that the manifest names: those of one instant. */
    VERSIONS,
    /**
     * The manifest names for each object the version that was current when the object was listed.
     * Objects without a version were copied beside the manifest.
     */
    LISTED,
    /** The files were copied beside the manifest. */
    COPIES;

    /** Returns whether the manifest may name versions, which then have to stay in the bucket. */
    boolean namesVersions() {
      return this != COPIES;
    }
  }

  /**
   * Progress of writing a manifest, and later of deleting versions.
   *
   * @param pages number of pages of the manifest that are written
   * @param objects number of objects in these pages
   * @param bytes total size of these objects
   * @param token token at which the listing continues; empty at its beginning
   * @param lastKey last key for which it is decided what the manifest names, without the volume's
   *     prefix
   */
  record Progress(
      int pages, long objects, long bytes, Optional<String> token, Optional<String> lastKey) {
    static final Progress NONE = new Progress(0, 0, 0, Optional.empty(), Optional.empty());

    /** Returns this progress with one more page. */
    Progress with(List<ManifestEntry> page) {
      return new Progress(
          pages + 1,
          objects + page.size(),
          bytes + page.stream().mapToLong(ManifestEntry::size).sum(),
          token,
          lastKey);
    }

    /** Returns this progress at another place of the listing. */
    Progress at(Optional<String> nextToken, Optional<String> decided) {
      return new Progress(pages, objects, bytes, nextToken, decided);
    }
  }

  /**
   * Returns the record of a snapshot that is to be taken.
   *
   * @param volume the volume, of a backend that has this method for it
   */
  static SnapshotRecord intent(
      VolumeId volume, Optional<String> group, Method method, long capacityBytes) {
    return new SnapshotRecord(
        State.CREATING,
        request(volume),
        volume.toString(),
        group,
        method,
        Optional.empty(),
        Progress.NONE,
        capacityBytes);
  }

  /** Returns the normalised request for a snapshot of a volume. */
  static Fingerprint request(VolumeId volume) {
    return Fingerprint.of(Map.of("source_volume_id", volume.toString()));
  }

  SnapshotRecord in(State next) {
    return new SnapshotRecord(next, request, volume, group, method, at, listed, capacity);
  }

  /** Returns this record in its first state, in which nothing is decided. */
  SnapshotRecord restarted() {
    return new SnapshotRecord(
        State.CREATING, request, volume, group, method, Optional.empty(), Progress.NONE, capacity);
  }

  /**
   * Returns this record with the instant that the snapshot shows.
   *
   * @param kept how far its manifest is written
   */
  SnapshotRecord cut(Instant instant, Progress kept) {
    return new SnapshotRecord(
        State.CUT, request, volume, group, method, Optional.of(instant), kept, capacity);
  }

  SnapshotRecord reached(Progress further) {
    return new SnapshotRecord(state, request, volume, group, method, at, further, capacity);
  }

  /** Returns this record with the token at which the deletion of versions continues. */
  SnapshotRecord sweptTo(Optional<String> token) {
    return reached(
        new Progress(listed.pages(), listed.objects(), listed.bytes(), token, Optional.empty()));
  }

  /**
   * Returns this record in the state of being removed, without the listing position of its
   * creation.
   */
  SnapshotRecord deleting() {
    return in(State.DELETING).sweptTo(Optional.empty());
  }
}
