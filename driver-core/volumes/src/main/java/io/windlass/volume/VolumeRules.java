package io.windlass.volume;

/**
 * What an administrator says of all volumes.
 *
 * @param maxVolumesPerNode most volumes that are attached to a node; 0: any number
 * @param regions for the nodes of which regions volumes are
 */
public record VolumeRules(int maxVolumesPerNode, Regions regions) {
  /** Nothing is said. */
  public static final VolumeRules NONE = new VolumeRules(0, Regions.NONE);
}
