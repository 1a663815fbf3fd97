package io.windlass.volume;

/**
 * Request to attach a volume to a node.
 *
 * @param node id of the node, as callers know it
 * @param readOnly whether the node may only read; always true with a mode that only reads
 */
public record Attach(String node, VolumeAccessMode mode, boolean readOnly) {
  public Attach {
    readOnly = readOnly || mode.readOnly();
  }
}
