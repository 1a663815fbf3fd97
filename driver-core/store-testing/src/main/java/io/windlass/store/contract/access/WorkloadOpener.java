package io.windlass.store.contract.access;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import java.util.ServiceLoader;

/**
 * Opens workloads of a protocol whose client the contract does not have on its class path. The
 * tests of a backend bring it as a service.
 */
public interface WorkloadOpener {

  /** Returns the protocol whose credentials it accepts. */
  Protocol protocol();

  /** Opens the bucket at {@code location} with {@code credential}. */
  Workload open(Credential credential, BucketLocation location);

  /** The one on the class path. */
  static WorkloadOpener of(Protocol protocol) {
    return ServiceLoader.load(WorkloadOpener.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(opener -> opener.protocol().equals(protocol))
        .findFirst()
        .orElseThrow(() -> new UnsupportedOperationException("no client of " + protocol));
  }
}
