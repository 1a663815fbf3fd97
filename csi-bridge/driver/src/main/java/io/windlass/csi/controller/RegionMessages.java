package io.windlass.csi.controller;

import io.windlass.csi.RegionTopology;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.Topology;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.volume.RegionRequirement;
import java.util.List;
import java.util.Optional;

/** Converts between the regions of volumes and snapshots and the topologies of CSI messages. */
final class RegionMessages {
  private final Optional<RegionTopology> topology;

  /**
   * Creates the converter.
   *
   * @param topology empty: regions are not reported, and no request may name one
   */
  RegionMessages(Optional<RegionTopology> topology) {
    this.topology = topology;
  }

  /** Returns whether regions are reported. */
  boolean areTold() {
    return topology.isPresent();
  }

  /**
   * Reads {@code accessibility_requirements}.
   *
   * @param given whether the request has the field
   * @throws DriverException.InvalidArgument when the field is there and must not be, or is
   *     malformed
   */
  RegionRequirement requirement(boolean given, TopologyRequirement asked) {
    return given ? known("accessibility_requirements").requirement(asked) : RegionRequirement.ANY;
  }

  /** Reads {@code accessible_topology}; empty if the request does not have it. */
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

  /** Returns {@code accessible_topology} of a volume or a snapshot for the nodes of a region. */
  List<Topology> topology(Optional<String> region) {
    return topology.flatMap(known -> region.map(known::topology)).stream().toList();
  }
}
