package io.windlass.provision;

import io.windlass.registry.Lease;
import io.windlass.store.Backend;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation that is under way on a backend, and the leases that it is done under. Threads of the
 * operation may take steps at the same time; leases are renewed by one of them.
 *
 * @param leases in the order in which they are renewed
 */
public record LeasedOperation(ConfiguredBackend configured, List<Lease<?>> leases) {
  public LeasedOperation {
    leases = List.copyOf(leases);
  }

  /** Of a backend that nobody else changes, if there is no lease. */
  public static LeasedOperation on(ConfiguredBackend configured, Lease<?>... leases) {
    return new LeasedOperation(configured, List.of(leases));
  }

  /** The same, under a further lease. */
  public LeasedOperation under(Lease<?> further) {
    List<Lease<?>> all = new ArrayList<>(leases);
    all.add(further);
    return new LeasedOperation(configured, all);
  }

  /** The backend itself. */
  public Backend backend() {
    return configured.backend();
  }

  /** The objects of a bucket there. */
  public ObjectStore objects(String bucket) {
    return backend().objects(bucket);
  }

  /**
   * To be called before every step that changes something on the server: renews the leases.
   *
   * @throws DriverException.Aborted when one is lost: the step must not happen any more
   */
  public synchronized void step() {
    leases.forEach(Lease::step);
  }
}
