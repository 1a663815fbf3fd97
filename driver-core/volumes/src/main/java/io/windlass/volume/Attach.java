package io.windlass.volume;

/**
 * A volume that is asked for on a node.
 *
 * @param node the node's id, as callers know it
 * @param readOnly whether it may only read, whatever the mode
 */
public record Attach(String node, VolumeAccessMode mode, boolean readOnly) {
  public Attach {
    readOnly = readOnly || mode.readOnly();
  }
}
