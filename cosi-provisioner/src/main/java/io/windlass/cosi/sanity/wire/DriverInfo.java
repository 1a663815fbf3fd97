package io.windlass.cosi.sanity.wire;

import java.util.List;

/**
 * What the driver says of itself.
 *
 * @param name the driver's name
 * @param protocols those it serves; v1alpha1 does not say
 * @param violations what the sidecar would have refused in this answer
 */
public record DriverInfo(String name, List<StorageProtocol> protocols, List<String> violations) {
  public DriverInfo {
    protocols = List.copyOf(protocols);
    violations = List.copyOf(violations);
  }
}
