package io.windlass.csi.node;

import io.windlass.csi.CapabilityRules;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.registry.Fingerprint;
import io.windlass.store.DriverException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a volume is to be used on this node.
 *
 * @param mode one that is offered
 * @param flags mount flags, as they came
 * @param group the group that is to own all files; empty: none is asked for
 */
record Capability(VolumeCapability.AccessMode.Mode mode, List<String> flags, String group) {

  /**
   * Checks it; says what would be right.
   *
   * @throws DriverException.InvalidArgument when it is not there, or is incomplete
   * @throws DriverException.FailedPrecondition when no volume has it
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

  /** Whether nobody may write. */
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

  /** Whether it may be published at several paths of a node at once. */
  boolean atSeveralPaths() {
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

  /** For comparison with that of another call. */
  Fingerprint fingerprint() {
    Map<String, String> fields = new TreeMap<>();
    fields.put("access_mode", mode.name());
    fields.put("mount_flags", String.join(",", flags));
    fields.put("volume_mount_group", group);
    return Fingerprint.of(fields);
  }
}
