package io.windlass.csi;

import io.windlass.error.DriverException;
import io.windlass.proto.csi.Topology;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.volume.RegionRequirement;
import java.util.List;
import java.util.Map;

/**
 * Converts between regions and CSI topologies.
 *
 * @param key key of the only segment in each topology
 */
public record RegionTopology(String key) {

  /**
   * Returns the topology of a driver. Two drivers in one cluster label nodes with different keys.
   */
  public static RegionTopology of(String driverName) {
    return new RegionTopology(driverName + "/region");
  }

  /** Returns the topology of a region. */
  public Topology topology(String region) {
    return Topology.newBuilder().putSegments(key, region).build();
  }

  /**
   * Reads {@code accessibility_requirements} of a volume or a snapshot.
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
   * Returns the region of a topology.
   *
   * @param field name of the field, for errors
   * @throws DriverException.InvalidArgument when the topology is not a region; names the field
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
