package io.windlass.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A volume.
 *
 * @param state how far it is
 * @param origin how it came to the driver
 * @param name what the caller suggested for it
 * @param request what it was asked to be, but for its capacity
 * @param capacityBytes most bytes that it may hold, exactly as asked; 0: no bound
 * @param whenDeleted what becomes of its files when it is deleted
 * @param context what every caller is told of it, the same for all its life
 * @param changeable the parameters in force that can be changed while it lives
 * @param source where its first files come from
 * @param region the one that was chosen for it; empty: it is for nodes everywhere
 * @param attachments the nodes that may use it
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

  /** How far a volume is. */
  public enum State {
    /** It is being made: its bucket may be there or not, its files may be copied in part. */
    CREATING,
    /** It can be used. */
    READY,
    /** It is being removed: it may be whole, half emptied, or gone. */
    DELETING,
    /** It is gone for callers; its bucket holds what snapshots of it need. */
    RELEASED
  }

  /** How a volume came to the driver. */
  public enum Origin {
    /** The driver made it. */
    CREATED,
    /** It is a bucket that was there, attached as a volume: there is a record while it is. */
    STATIC
  }

  /** What becomes of the files of a volume that is deleted. */
  public enum WhenDeleted {
    /** They go with it. */
    DELETE,
    /** They stay, and nobody keeps account of them any more. */
    RETAIN
  }

  /** What its first files are copied from: the id of a snapshot, or of another volume. */
  public record Source(Of of, String id) {
    /** What kind of thing it is. */
    public enum Of {
      SNAPSHOT,
      VOLUME
    }
  }

  /**
   * A node that may use the volume.
   *
   * @param node its id, as callers know it
   * @param mode the access mode it was attached with
   * @param readOnly whether it may only read
   * @param account whose key it has
   */
  public record Attachment(String node, String mode, boolean readOnly, String account) {}

  /** The same in another state. */
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

  /** Being removed with all that is in it, for nobody was ever told of it. */
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

  /** The same with another capacity. */
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

  /** The same with other changeable parameters. */
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

  /** The same attached to other nodes. */
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
