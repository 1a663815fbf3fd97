package io.windlass.volume;

/**
 * Rules of the administrator for all volumes.
 *
 * @param maxVolumesPerNode most volumes that may be attached to a node; 0: any number
 * @param regions regions that the backends declare: volumes are for their nodes
 */
public record VolumeRules(int maxVolumesPerNode, Regions regions) {
  /** No limit, and no regions. */
  public static final VolumeRules NONE = new VolumeRules(0, Regions.NONE);
}
