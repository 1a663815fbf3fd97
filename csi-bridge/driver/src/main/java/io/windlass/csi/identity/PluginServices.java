package io.windlass.csi.identity;

import io.windlass.config.SpecLevel;
import io.windlass.proto.csi.PluginCapability.Service;
import java.util.ArrayList;
import java.util.List;

/**
 * Services that the plugin as a whole offers. Every instance reports the same ones, whichever it
 * serves itself.
 */
public final class PluginServices {
  private PluginServices() {}

  /**
   * Returns the services.
   *
   * @param topology whether volumes may be for the nodes of a region
   */
  public static List<Service.Type> of(SpecLevel spec, boolean topology) {
    List<Service.Type> all =
        new ArrayList<>(
            List.of(Service.Type.CONTROLLER_SERVICE, Service.Type.GROUP_CONTROLLER_SERVICE));
    if (topology) {
      all.add(Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
      if (spec.hasSnapshotTopology()) {
        all.add(Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
      }
    }
    return all;
  }
}
