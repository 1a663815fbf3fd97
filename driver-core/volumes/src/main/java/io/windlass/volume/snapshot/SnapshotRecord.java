package io.windlass.volume.snapshot;

import io.windlass.registry.Fingerprint;
import io.windlass.registry.RecordKind;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot as the registry has it.
 *
 * @param state how far it is
 * @param request what was asked for
 * @param volume the id of its volume
 * @param group the name of the group that it was taken in
 * @param method how it keeps what it shows
 * @param at the instant it shows, once that is decided
 * @param listed how far its manifest is written, or its versions are let go
 * @param capacity most bytes that its volume might hold when it was begun, 0 for any number; empty
 *     in records of versions that did not keep it
 */
record SnapshotRecord(
    State state,
    Fingerprint request,
    String volume,
    Optional<String> group,
    Method method,
    Optional<Instant> at,
    Progress listed,
    Optional<Long> capacity) {
  static final RecordKind<SnapshotRecord> KIND =
      new RecordKind<>("snapshots", SnapshotRecord.class);

  /** Copies for {@link VolumePopulator} that end with them; callers never see these. */
  static final RecordKind<SnapshotRecord> TEMPORARY =
      new RecordKind<>("clone-snapshots", SnapshotRecord.class);

  SnapshotRecord {
    // What is not in a record may be read as null.
    capacity = Objects.requireNonNullElse(capacity, Optional.empty());
  }

  enum State {
    /** Nothing is kept yet. */
    CREATING,
    /** The instant is decided, and the versions of it are kept; the manifest is being written. */
    CUT,
    /** The manifest is whole. */
    READY,
    /** It is being removed. */
    DELETING
  }

  enum Method {
    /** The bucket keeps the versions that the manifest names. */
    VERSIONS,
    /** The files were copied beside the manifest. */
    COPIES
  }

  /**
   * @param pages of the manifest that are written
   * @param objects in them
   * @param bytes in those
   * @param token where the listing goes on; empty at its beginning
   * @param lastKey the last that the manifest decided about, without the volume's prefix
   */
  record Progress(
      int pages, long objects, long bytes, Optional<String> token, Optional<String> lastKey) {
    static final Progress NONE = new Progress(0, 0, 0, Optional.empty(), Optional.empty());
  }

  static SnapshotRecord intent(
      Fingerprint request,
      String volume,
      Optional<String> group,
      Method method,
      long capacityBytes) {
    return new SnapshotRecord(
        State.CREATING,
        request,
        volume,
        group,
        method,
        Optional.empty(),
        Progress.NONE,
        Optional.of(capacityBytes));
  }

  /** Most bytes that its volume might hold; 0: any number, or not known. */
  long capacityBytes() {
    return capacity.orElse(0L);
  }

  SnapshotRecord in(State next) {
    return new SnapshotRecord(next, request, volume, group, method, at, listed, capacity);
  }

  /** Nothing of it is decided any more. */
  SnapshotRecord restarted() {
    return new SnapshotRecord(
        State.CREATING, request, volume, group, method, Optional.empty(), Progress.NONE, capacity);
  }

  /** Showing this instant. */
  SnapshotRecord cut(Instant instant) {
    return new SnapshotRecord(
        State.CUT, request, volume, group, method, Optional.of(instant), Progress.NONE, capacity);
  }

  /** Copied by this instant. */
  SnapshotRecord copied(Instant instant, Progress whole) {
    return new SnapshotRecord(
        State.CUT, request, volume, group, method, Optional.of(instant), whole, capacity);
  }

  SnapshotRecord reached(Progress further) {
    return new SnapshotRecord(state, request, volume, group, method, at, further, capacity);
  }

  /** Being removed, and its volume swept so far. */
  SnapshotRecord sweptTo(Optional<String> token) {
    return reached(
        new Progress(listed.pages(), listed.objects(), listed.bytes(), token, Optional.empty()));
  }

  /** Without the progress that belonged to making it. */
  SnapshotRecord deleting() {
    return in(State.DELETING).sweptTo(Optional.empty());
  }
}
