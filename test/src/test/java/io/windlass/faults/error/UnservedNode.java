package io.windlass.faults.error;

import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.secret.SealingKeyPair;

/**
 * A node on which no plugin runs: volumes can be attached to it.
 *
 * @param name of the node
 */
public record UnservedNode(String name) {
  /** Of all of them. */
  static final SealingKeyPair KEY = SealingKeyPair.generate();

  public String id() {
    return new NodeId(new NodeName(name), KEY.publicKey()).toString();
  }
}
