package io.windlass.config;

/** Which services of CSI a process serves beside Identity. */
public enum CsiMode {
  /** Those that need the backends. */
  CONTROLLER,
  /** Those that mount, on every node; they need no backend. */
  NODE,
  /** All of them. */
  BOTH;

  /** Whether it serves what needs the backends. */
  public boolean hasController() {
    return this != NODE;
  }

  /** Whether it serves what mounts. */
  public boolean hasNode() {
    return this != CONTROLLER;
  }
}
