package io.windlass.faults;

import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.secret.SealingKeyPair;

/**
 * A node on which no plugin runs: volumes can be attached to it.
 *
 * @param name of the node
 */
record UnservedNode(String name) {
  /** Of all of them. */
  static final SealingKeyPair KEY = SealingKeyPair.generate();

  String id() {
    return new NodeId(new NodeName(name), KEY.publicKey()).toString();
  }
}
