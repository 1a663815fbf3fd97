package io.windlass.csi;

import io.windlass.proto.csi.Topology;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.store.DriverException;
import io.windlass.volume.RegionRequirement;
import java.util.List;
import java.util.Map;

/**
 * Regions in the words of CSI.
 *
 * @param key of the one segment that topologies have
 */
public record RegionTopology(String key) {

  /** That of a driver: two drivers of one cluster label nodes by different keys. */
  public static RegionTopology of(String driverName) {
    return new RegionTopology(driverName + "/region");
  }

  /** This region. */
  public Topology topology(String region) {
    return Topology.newBuilder().putSegments(key, region).build();
  }

  /**
   * Reads what a volume or a snapshot is asked to be reached from.
   *
   * @throws DriverException.InvalidArgument when a topology is not a region
   */
  public RegionRequirement requirement(TopologyRequirement asked) {
    if (asked.getRequisiteCount() + asked.getPreferredCount() == 0) {
      throw new DriverException.InvalidArgument(
          "accessibility_requirements: requisite or preferred is required");
    }
    return new RegionRequirement(
        regions("accessibility_requirements.requisite", asked.getRequisiteList()),
        regions("accessibility_requirements.preferred", asked.getPreferredList()));
  }

  private List<String> regions(String field, List<Topology> topologies) {
    return topologies.stream().map(each -> region(field, each)).distinct().toList();
  }

  /**
   * Reads a region.
   *
   * @throws DriverException.InvalidArgument when it is something else; says so of {@code field}
   */
  public String region(String field, Topology topology) {
    Map<String, String> segments = topology.getSegmentsMap();
    return segments.entrySet().stream()
        .filter(segment -> segments.size() == 1 && segment.getKey().equalsIgnoreCase(key))
        .map(Map.Entry::getValue)
        .findAny()
        .orElseThrow(() ->
            new DriverException.InvalidArgument(
                "%s: each topology has the one segment %s".formatted(field, key)));
  }
}
