package io.windlass.csi.controller;

import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.store.StoreException;
import io.windlass.volume.VolumeAccessMode;
import java.util.List;
import java.util.Optional;

/** How a volume is to be used, as requests say it. */
final class Capability {
  private Capability() {}

  /**
   * Checks a list of capabilities that must be there, all of which a volume must have.
   *
   * @throws StoreException.InvalidArgument naming the first that is incomplete or not offered
   */
  static void requireAll(List<VolumeCapability> asked) {
    requireComplete(asked);
    unsupported(asked)
        .ifPresent(problem -> {
          throw new StoreException.InvalidArgument(problem);
        });
  }

  /** Checks that there are some, and that each says all that it has to. */
  static void requireComplete(List<VolumeCapability> asked) {
    if (asked.isEmpty()) {
      throw new StoreException.InvalidArgument("volume_capabilities: at least one is required");
    }
    for (int i = 0; i < asked.size(); i++) {
      requireComplete("volume_capabilities[%d]".formatted(i), asked.get(i));
    }
  }

  private static void requireComplete(String field, VolumeCapability asked) {
    if (asked.getAccessTypeCase() == VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET) {
      throw new StoreException.InvalidArgument(field + ": access_type is required: use mount");
    }
    if (asked.getAccessMode().getMode() == AccessMode.Mode.UNKNOWN) {
      throw new StoreException.InvalidArgument(field + ".access_mode: mode is required");
    }
  }

  /** The first of these that no volume has, with the reason. */
  static Optional<String> unsupported(List<VolumeCapability> asked) {
    for (int i = 0; i < asked.size(); i++) {
      Optional<String> problem = unsupported("volume_capabilities[%d]".formatted(i), asked.get(i));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unsupported(String field, VolumeCapability asked) {
    if (asked.hasBlock()) {
      return Optional.of(field + ": block is not offered, objects are no blocks: use mount");
    }
    if (asked.getAccessMode().getMode() == AccessMode.Mode.UNRECOGNIZED) {
      return Optional.of(field + ".access_mode: this mode is not known to this version");
    }
    String fsType = asked.getMount().getFsType();
    if (!fsType.isEmpty() && !fsType.equals("windlass")) {
      return Optional.of(
          field + ".mount.fs_type: an object store has none of this type; leave it empty");
    }
    return Optional.empty();
  }

  /** The mode of the one capability that a request must have. */
  static VolumeAccessMode requireMode(boolean given, VolumeCapability asked) {
    if (!given) {
      throw new StoreException.InvalidArgument("volume_capability is required");
    }
    requireComplete("volume_capability", asked);
    unsupported("volume_capability", asked)
        .ifPresent(problem -> {
          throw new StoreException.InvalidArgument(problem);
        });
    return mode(asked.getAccessMode().getMode());
  }

  private static VolumeAccessMode mode(AccessMode.Mode mode) {
    return switch (mode) {
      case SINGLE_NODE_WRITER -> VolumeAccessMode.SINGLE_NODE_WRITER;
      case SINGLE_NODE_READER_ONLY -> VolumeAccessMode.SINGLE_NODE_READER_ONLY;
      case MULTI_NODE_READER_ONLY -> VolumeAccessMode.MULTI_NODE_READER_ONLY;
      case MULTI_NODE_SINGLE_WRITER -> VolumeAccessMode.MULTI_NODE_SINGLE_WRITER;
      case MULTI_NODE_MULTI_WRITER -> VolumeAccessMode.MULTI_NODE_MULTI_WRITER;
      case SINGLE_NODE_SINGLE_WRITER -> VolumeAccessMode.SINGLE_NODE_SINGLE_WRITER;
      case SINGLE_NODE_MULTI_WRITER -> VolumeAccessMode.SINGLE_NODE_MULTI_WRITER;
      case UNKNOWN, UNRECOGNIZED -> throw new IllegalArgumentException(mode.toString());
    };
  }
}
