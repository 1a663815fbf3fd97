package io.windlass.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Record of a volume.
 *
 * @param state state of its life
 * @param origin how the driver got the volume
 * @param name name that the caller suggested for it
 * @param request normalised request for the volume, without its capacity
 * @param capacityBytes most bytes that it may hold, exactly as requested; 0: unlimited
 * @param whenDeleted what happens to its files when it is deleted
 * @param context properties that every caller is told, the same for all its life
 * @param changeable parameters in force that can be changed during its life
 * @param source source of its first files
 * @param region region that was chosen for it; empty: nodes in all regions may use it
 * @param attachments nodes that may use it
 */
public record VolumeRecord(
    State state,
    Origin origin,
    String name,
    Fingerprint request,
    long capacityBytes,
    WhenDeleted whenDeleted,
    Map<String, String> context,
    Map<String, String> changeable,
    Optional<Source> source,
    Optional<String> region,
    List<Attachment> attachments) {
  public VolumeRecord {
    context = Map.copyOf(context);
    changeable = Map.copyOf(changeable);
    attachments = List.copyOf(attachments);
  }

  /** State of a volume's life. */
  public enum State {
    /**
     * The volume is being created: its bucket may exist or not, its files may be copied in part.
     */
    CREATING,
    /** The volume can be used. */
    READY,
    /** The volume is being deleted: it may be whole, partly emptied, or gone. */
    DELETING,
    /** The volume is deleted for callers; its bucket contains files that its snapshots need. */
    RELEASED
  }

  /** How the driver got a volume. */
  public enum Origin {
    /** The driver created the volume. */
    CREATED,
    /** An existing bucket is attached as a volume; the record exists while it is attached. */
    STATIC
  }

  /** What happens to the files of a volume that is deleted. */
  public enum WhenDeleted {
    /** The files are deleted with the volume. */
    DELETE,
    /** The files stay, and the driver keeps no record of them. */
    RETAIN
  }

  /** Source from which the first files are copied: the id of a snapshot, or of another volume. */
  public record Source(Of of, String id) {
    /** Kind of source. */
    public enum Of {
      SNAPSHOT,
      VOLUME
    }
  }

  /**
   * A node that may use the volume.
   *
   * @param node id of the node, as callers know it
   * @param mode access mode with which the volume was attached
   * @param readOnly whether the node may only read
   * @param account account whose key the node has; other nodes may have the same
   * @param id id that no other attachment has; empty: a driver attached it that gave none
   */
  public record Attachment(
      String node, String mode, boolean readOnly, String account, Optional<String> id) {}

  /** Returns this record with another state. */
  public VolumeRecord in(State next) {
    return new VolumeRecord(
        next,
        origin,
        name,
        request,
        capacityBytes,
        whenDeleted,
        context,
        changeable,
        source,
        region,
        attachments);
  }

  /**
   * Returns this record in the state of being deleted with all its files, as no caller was ever
   * told of the volume.
   */
  public VolumeRecord undone() {
    return new VolumeRecord(
        State.DELETING,
        origin,
        name,
        request,
        capacityBytes,
        WhenDeleted.DELETE,
        context,
        changeable,
        source,
        region,
        attachments);
  }

  /** Returns this record with another capacity. */
  public VolumeRecord withCapacity(long bytes) {
    return new VolumeRecord(
        state,
        origin,
        name,
        request,
        bytes,
        whenDeleted,
        context,
        changeable,
        source,
        region,
        attachments);
  }

  /** Returns this record with other changeable parameters. */
  public VolumeRecord withChangeable(Map<String, String> parameters) {
    return new VolumeRecord(
        state,
        origin,
        name,
        request,
        capacityBytes,
        whenDeleted,
        context,
        parameters,
        source,
        region,
        attachments);
  }

  /** Returns this record with other attachments. */
  public VolumeRecord withAttachments(List<Attachment> next) {
    return new VolumeRecord(
        state,
        origin,
        name,
        request,
        capacityBytes,
        whenDeleted,
        context,
        changeable,
        source,
        region,
        next);
  }
}
