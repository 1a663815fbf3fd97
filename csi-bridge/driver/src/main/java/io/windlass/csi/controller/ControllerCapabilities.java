package io.windlass.csi.controller;

import io.windlass.config.SpecLevel;
import io.windlass.proto.csi.ControllerGetCapabilitiesResponse;
import io.windlass.proto.csi.ControllerServiceCapability;
import io.windlass.proto.csi.ControllerServiceCapability.RPC;
import java.util.List;
import java.util.stream.Stream;

/**
 * Capabilities of the controller.
 *
 * @param spec release of the spec; from 1.13 on, health calls replace the volume condition
 * @param ofSnapshots capabilities that the snapshot calls add
 */
record ControllerCapabilities(SpecLevel spec, List<RPC.Type> ofSnapshots) {
  private static final List<RPC.Type> ALWAYS =
      List.of(
          RPC.Type.CREATE_DELETE_VOLUME,
          RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
          RPC.Type.PUBLISH_READONLY,
          RPC.Type.LIST_VOLUMES,
          RPC.Type.LIST_VOLUMES_PUBLISHED_NODES,
          RPC.Type.GET_VOLUME,
          RPC.Type.GET_CAPACITY,
          RPC.Type.EXPAND_VOLUME,
          RPC.Type.MODIFY_VOLUME,
          RPC.Type.SINGLE_NODE_MULTI_WRITER);

  private static final List<RPC.Type> HEALTH =
      List.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH);

  ControllerCapabilities {
    ofSnapshots = List.copyOf(ofSnapshots);
  }

  ControllerGetCapabilitiesResponse response() {
    List<RPC.Type> health = spec.hasHealthCalls() ? HEALTH : List.of(RPC.Type.VOLUME_CONDITION);
    return ControllerGetCapabilitiesResponse.newBuilder()
        .addAllCapabilities(
            Stream.of(ALWAYS, ofSnapshots, health)
                .flatMap(List::stream)
                .map(ControllerCapabilities::capability)
                .toList())
        .build();
  }

  private static ControllerServiceCapability capability(RPC.Type type) {
    return ControllerServiceCapability.newBuilder().setRpc(RPC.newBuilder().setType(type)).build();
  }
}
