package io.windlass.csi.controller;

import io.windlass.csi.RegionTopology;
import io.windlass.proto.csi.Topology;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.store.DriverException;
import io.windlass.volume.RegionRequirement;
import java.util.List;
import java.util.Optional;

/** Where volumes and snapshots are to be reached from, in the words of CSI. */
final class RegionMessages {
  private final Optional<RegionTopology> topology;

  /**
   * @param topology empty: nothing is said of regions
   */
  RegionMessages(Optional<RegionTopology> topology) {
    this.topology = topology;
  }

  /** Whether anything is said of regions. */
  boolean areTold() {
    return topology.isPresent();
  }

  /**
   * Reads {@code accessibility_requirements}.
   *
   * @param given whether the field is there
   * @throws DriverException.InvalidArgument when it is and must not be, or is malformed
   */
  RegionRequirement requirement(boolean given, TopologyRequirement asked) {
    return given ? known("accessibility_requirements").requirement(asked) : RegionRequirement.ANY;
  }

  /** Reads {@code accessible_topology}; empty where it is not there. */
  Optional<String> region(boolean given, Topology asked) {
    return given && asked.getSegmentsCount() > 0
        ? Optional.of(known("accessible_topology").region("accessible_topology", asked))
        : Optional.empty();
  }

  private RegionTopology known(String field) {
    return topology.orElseThrow(() ->
        new DriverException.InvalidArgument(
            field + ": every volume can be reached from everywhere: leave it out"));
  }

  /** {@code accessible_topology} of what is for the nodes of a region. */
  List<Topology> topology(Optional<String> region) {
    return topology.flatMap(known -> region.map(known::topology)).stream().toList();
  }
}
