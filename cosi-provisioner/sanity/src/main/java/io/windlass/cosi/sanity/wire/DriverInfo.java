package io.windlass.cosi.sanity.wire;

import java.util.List;

/**
 * Answer of DriverGetInfo.
 *
 * @param name the driver's name
 * @param protocols protocols that the driver serves; empty in v1alpha1, which does not send them
 * @param violations reasons for which the sidecar would have refused the answer
 */
public record DriverInfo(String name, List<StorageProtocol> protocols, List<String> violations) {
  public DriverInfo {
    protocols = List.copyOf(protocols);
    violations = List.copyOf(violations);
  }
}
