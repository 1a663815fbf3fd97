package io.windlass.config;

/** Who starts the mounter of a node, the process that serves its mounts. */
public enum MounterStart {
  /** The node plugin, as a process of its own. */
  OWN,
  /** Somebody else, like a second pod: {@code windlass mounter RUN_DIRECTORY --kept}. */
  EXTERNAL
}
