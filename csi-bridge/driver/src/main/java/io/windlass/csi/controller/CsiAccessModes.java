package io.windlass.csi.controller;

import io.windlass.csi.CapabilityRules;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.volume.VolumeAccessMode;

/** Converts CSI access modes to those of the core. */
final class CsiAccessModes {
  private CsiAccessModes() {}

  /** Returns the access mode of the capability that a request must have. */
  static VolumeAccessMode require(boolean given, VolumeCapability asked) {
    CapabilityRules.require(given, asked);
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
