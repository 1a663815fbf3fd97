package io.windlass.csi.node.request;

import io.windlass.csi.CapabilityRules;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.registry.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Capability with which a volume is to be used on this node.
 *
 * @param mode access mode, one that is offered
 * @param flags mount flags, as the request has them
 * @param group group that is to own all files; empty: none is asked for
 */
public record Capability(VolumeCapability.AccessMode.Mode mode, List<String> flags, String group) {
  private static final String GROUP = "volume_mount_group";
  private static final String FLAGS = "mount_flags";

  /**
   * Reads the capability of a request. Errors say what would be right.
   *
   * @throws DriverException.InvalidArgument when the capability is missing or incomplete
   * @throws DriverException.FailedPrecondition when no volume has the capability
   */
  static Capability read(boolean given, VolumeCapability asked) {
    CapabilityRules.requireComplete(given, asked);
    CapabilityRules.unsupported(asked)
        .ifPresent(problem -> {
          throw new DriverException.FailedPrecondition(problem);
        });
    return new Capability(
        asked.getAccessMode().getMode(),
        List.copyOf(asked.getMount().getMountFlagsList()),
        asked.getMount().getVolumeMountGroup());
  }

  /** Returns whether the access mode forbids writing. */
  boolean readOnly() {
    return switch (mode) {
      case SINGLE_NODE_READER_ONLY, MULTI_NODE_READER_ONLY -> true;
      case SINGLE_NODE_WRITER,
          SINGLE_NODE_SINGLE_WRITER,
          SINGLE_NODE_MULTI_WRITER,
          MULTI_NODE_SINGLE_WRITER,
          MULTI_NODE_MULTI_WRITER,
          UNKNOWN,
          UNRECOGNIZED ->
          false;
    };
  }

  /** Returns whether nodes may write to the volume at the same time. */
  boolean severalWrite() {
    return mode == VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
  }

  /** Returns whether the volume may be published at several paths of a node at once. */
  public boolean atSeveralPaths() {
    return switch (mode) {
      case MULTI_NODE_READER_ONLY,
          MULTI_NODE_SINGLE_WRITER,
          MULTI_NODE_MULTI_WRITER,
          SINGLE_NODE_MULTI_WRITER ->
          true;
      case SINGLE_NODE_WRITER,
          SINGLE_NODE_READER_ONLY,
          SINGLE_NODE_SINGLE_WRITER,
          UNKNOWN,
          UNRECOGNIZED ->
          false;
    };
  }

  /**
   * Returns the fingerprint of another call's capability, without the group: the files of a mounted
   * volume have one group, so the first one that was asked for counts.
   */
  public static Fingerprint withoutGroup(Fingerprint asked) {
    return without(GROUP, asked);
  }

  /**
   * Returns the same fingerprint without the mount flags. An administrator may change those of a
   * volume while workloads use it: they count when it is mounted next.
   */
  public static Fingerprint withoutFlags(Fingerprint asked) {
    return without(FLAGS, asked);
  }

  private static Fingerprint without(String field, Fingerprint asked) {
    Map<String, String> fields = new TreeMap<>(asked.fields());
    fields.remove(field);
    return Fingerprint.of(fields);
  }

  /** Returns the same capability with the group of {@code asked}, for which a volume was staged. */
  public Capability withGroupOf(Fingerprint asked) {
    return new Capability(mode, flags, asked.fields().getOrDefault(GROUP, ""));
  }

  /** Returns the fingerprint for comparison with the capability of another call. */
  public Fingerprint fingerprint() {
    Map<String, String> fields = new TreeMap<>();
    fields.put("access_mode", mode.name());
    fields.put(FLAGS, String.join(",", flags));
    fields.put(GROUP, group);
    return Fingerprint.of(fields);
  }
}
