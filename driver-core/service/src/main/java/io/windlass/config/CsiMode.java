package io.windlass.config;

/** Services of CSI that a process serves besides Identity. */
public enum CsiMode {
  /** The controller's services, which need the backends. */
  CONTROLLER,
  /** The Node service, which mounts volumes on every node and needs no backend. */
  NODE,
  /** All services. */
  BOTH;

  /** Returns whether the process serves the controller's services. */
  public boolean hasController() {
    return this != NODE;
  }

  /** Returns whether the process serves the Node service. */
  public boolean hasNode() {
    return this != CONTROLLER;
  }
}
