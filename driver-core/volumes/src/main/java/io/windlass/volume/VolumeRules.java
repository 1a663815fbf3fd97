package io.windlass.volume;

/**
 * Rules of the administrator for all volumes.
 *
 * @param maxVolumesPerNode most volumes that may be attached to a node; 0: any number
 * @param regions regions that the backends declare: volumes are for their nodes
 * @param sessions whether nodes get credentials that end by themselves, where backends issue them;
 *     somebody has to give nodes the next ones
 */
public record VolumeRules(int maxVolumesPerNode, Regions regions, boolean sessions) {
  /** No limit, and no regions. */
  public static final VolumeRules NONE = new VolumeRules(0, Regions.NONE);

  /** Creates rules under which nodes have keys of their own. */
  public VolumeRules(int maxVolumesPerNode, Regions regions) {
    this(maxVolumesPerNode, regions, false);
  }

  /** Returns these rules with or without sessions. */
  public VolumeRules withSessions(boolean wanted) {
    return new VolumeRules(maxVolumesPerNode, regions, wanted);
  }
}
