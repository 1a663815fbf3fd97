package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.registry.Lease;
import io.windlass.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * An operation that is under way on a backend, and the leases that it is done under. Threads of the
 * operation may take steps at the same time; leases are renewed by one of them.
 *
 * @param leases leases in the order in which they are renewed
 */
public record LeasedOperation(OpenBackend configured, List<Lease<?>> leases) {
  public LeasedOperation {
    leases = List.copyOf(leases);
  }

  /**
   * Returns an operation under these leases. Without a lease, it must be on a backend that nobody
   * else changes.
   */
  public static LeasedOperation on(OpenBackend configured, Lease<?>... leases) {
    return new LeasedOperation(configured, List.of(leases));
  }

  /** Returns this operation under one more lease. */
  public LeasedOperation under(Lease<?> further) {
    List<Lease<?>> all = new ArrayList<>(leases);
    all.add(further);
    return new LeasedOperation(configured, all);
  }

  /** Returns the backend itself. */
  public Backend backend() {
    return configured.backend();
  }

  /** Returns the clock by which the operation measures its time, in nanoseconds. */
  public LongSupplier clock() {
    return configured.registry().clock();
  }

  /** Returns the objects of a bucket of the backend. */
  public ObjectStore objects(String bucket) {
    return backend().objects(bucket);
  }

  /**
   * Renews the leases, if time runs short. To be called before every step that changes something on
   * the server.
   *
   * @throws DriverException.Aborted when a lease is lost: the step must not be made
   */
  public synchronized void step() {
    leases.forEach(Lease::step);
  }
}
