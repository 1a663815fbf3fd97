package io.windlass.store.azure.bucket;

import com.azure.core.util.Context;
import com.azure.storage.blob.models.LeaseDurationType;
import com.azure.storage.blob.options.BlobAcquireLeaseOptions;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.object.AzureAnswers;
import java.time.Duration;
import java.time.Instant;

/**
 * A short lease on a container that excludes other drivers. If a driver dies while it holds the
 * lease, the others wait until the lease ends.
 */
final class ContainerLease {
  /**
   * The shortest duration that Azure offers, so that a dead driver delays others as little as
   * possible.
   */
  private static final int SECONDS = 15;

  /** Least time that must be left to begin a request. */
  private static final Duration LEAST = Duration.ofMillis(20);

  private final AzureClients clients;
  private final StoreErrors errors;
  private final String bucket;
  private final BlobLeaseClient lease;
  private boolean refused;

  /** Describes a lease of its own; {@link #acquire} takes it. */
  ContainerLease(AzureClients clients, StoreErrors errors, String bucket) {
    this.clients = clients;
    this.errors = errors;
    this.bucket = bucket;
    this.lease =
        new BlobLeaseClientBuilder().containerClient(clients.container(bucket)).buildClient();
  }

  /** Returns the id that requests state which must fail after the lease has ended. */
  String id() {
    return lease.getLeaseId();
  }

  /**
   * Takes or renews the lease; repeating it with the same id is no error.
   *
   * @return when, by the service's clock
   * @throws DriverException.InUse when somebody else has one, or had one when this was last
   *     answered and the operation has no time left for another answer
   */
  Instant acquire(String operation) {
    BlobAcquireLeaseOptions shortest = new BlobAcquireLeaseOptions(SECONDS);
    try {
      return errors.call(
          operation,
          bucket,
          () ->
              AzureAnswers.observed(
                  lease.acquireLeaseWithResponse(shortest, null, Context.NONE).getHeaders()));
    } catch (DriverException.InUse e) {
      refused = true;
      throw e;
    } catch (DriverException.Unavailable e) {
      if (refused && Deadline.current().filter(until -> until.isBefore(LEAST)).isPresent()) {
        throw new DriverException.InUse(String.valueOf(e.getMessage()), e);
      }
      throw e;
    }
  }

  /**
   * Gives it back, if it was taken. Has time of its own, so that a call that took too long is not
   * in the way of the next.
   */
  void release() {
    Deadline until = Deadline.after(clients.connection().http().attemptTimeout());
    try {
      boolean _ =
          until.limit(() -> {
            errors.run("release", bucket, lease::releaseLease);
            return true;
          });
    } catch (DriverException e) {
      // It ends by itself, or has ended with the container.
    }
  }

  /** Says why it cannot be had now. A lease without end is nothing to wait for. */
  DriverException notNow(String operation) {
    Deadline until = Deadline.after(clients.connection().http().attemptTimeout());
    LeaseDurationType held =
        until.limit(() ->
            errors.call(
                operation,
                bucket,
                () -> clients.container(bucket).getProperties().getLeaseDuration()));
    return LeaseDurationType.INFINITE.equals(held)
        ? new DriverException.FailedPrecondition(
            errors.says(
                operation,
                bucket,
                "somebody holds a lease without end on the container: break it, or ask"
                    + " who holds it"))
        : new DriverException.Aborted(
            errors.says(
                operation,
                bucket,
                "somebody holds a lease on the container, or changes its access policies"
                    + " all the time: call again"));
  }
}
