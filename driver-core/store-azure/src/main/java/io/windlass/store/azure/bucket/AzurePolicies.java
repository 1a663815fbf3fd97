package io.windlass.store.azure.bucket;

import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobContainerAccessPolicies;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.object.AzureAnswers;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Lists of stored access policies ("Define a stored access policy"). A list can only be set as a
 * whole, by Set Container ACL, which takes no ETag. So this class reads, changes and sets the list,
 * with these safeguards:
 *
 * <ul>
 *   <li>Against other drivers: a lease on the container. The request that sets the list names the
 *       lease, and the service refuses it if the lease has ended.
 *   <li>Against all others, who need no lease: If-Unmodified-Since. It has a resolution of one
 *       second. So a list is set only if it was last changed in a second before the one in which
 *       the lease was taken, and the list is read after that.
 *   <li>At the end the list is read again. If it lacks the change, all of this is repeated.
 * </ul>
 *
 * <p>There is no safeguard against somebody who reads before a change and sets afterwards without a
 * condition. That undoes the change; {@link io.windlass.store.azure.access.AzureAccess#isLive}
 * reports it later. If the service's own clocks differ, some changes of others are not noticed.
 */
public final class AzurePolicies {

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** The service's clock in answers. */
  private static final Duration CLOCK_UNIT = Duration.ofSeconds(1);

  /** Id of the placeholder that replaces the policies of a container before it is deleted. */
  private static final String CLOSED = "windlass-closed";

  private static final OffsetDateTime LONG_AGO = OffsetDateTime.parse("2000-01-01T00:00:00Z");

  private final AzureClients clients;
  private final StoreErrors errors;

  public AzurePolicies(AzureClients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /**
   * Computes the wanted list from the current one; empty if nothing has to change. Called once or
   * more; must not change its argument.
   */
  public interface Change
      extends Function<List<BlobSignedIdentifier>, Optional<List<BlobSignedIdentifier>>> {}

  /**
   * A list that was read.
   *
   * @param modified time of the last change of the container, by the service's clock
   * @param observed time when it was read, by the same clock
   */
  private record Read(BlobContainerAccessPolicies all, Instant modified, Instant observed) {
    List<BlobSignedIdentifier> policies() {
      return Optional.ofNullable(all.getIdentifiers()).orElse(List.of());
    }

    /** Returns whether the list was last changed in an earlier second than this time. */
    boolean isOlderThan(Instant before) {
      return modified
          .truncatedTo(ChronoUnit.SECONDS)
          .isBefore(before.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /**
   * The policies of a container.
   *
   * @throws DriverException.NoSuchBucket when there is no such container
   */
  public List<BlobSignedIdentifier> of(String bucket) {
    return read(bucket, clients.container(bucket)).policies();
  }

  /**
   * Changes the policies of a container, unless they are as wanted.
   *
   * @param operation for messages
   * @throws DriverException.NoSuchBucket when there is no such container
   * @throws DriverException.Aborted when changes by others prevent it in time
   */
  public void change(String operation, String bucket, Change change) {
    Deadline until = Deadline.within(clients.connection().http().callTimeout());
    boolean _ = until.limit(() -> change(operation, bucket, change, until));
  }

  /**
   * Removes all policies of a container, if it has any. An expired placeholder marks that; the next
   * {@linkplain #isOpen change} that grants access removes it.
   */
  void close(String operation, String bucket) {
    BlobAccessPolicy expired = new BlobAccessPolicy().setPermissions("r").setExpiresOn(LONG_AGO);
    List<BlobSignedIdentifier> closed =
        List.of(new BlobSignedIdentifier().setId(CLOSED).setAccessPolicy(expired));
    change(
        operation,
        bucket,
        now ->
            now.stream().anyMatch(AzurePolicies::isOpen) ? Optional.of(closed) : Optional.empty());
  }

  /** Returns how long the service may still apply policies that {@link #close} removed. */
  Duration untilClosed(String bucket) {
    Duration after = clients.connection().policiesEffectiveAfter();
    Read now = read(bucket, clients.container(bucket));
    if (after.isZero() || now.policies().isEmpty()) {
      return Duration.ZERO;
    }
    Duration left = after.plus(CLOCK_UNIT).minus(Duration.between(now.modified, now.observed));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns whether a policy is not the placeholder. */
  public static boolean isOpen(BlobSignedIdentifier policy) {
    return !policy.getId().equals(CLOSED);
  }

  private boolean change(String operation, String bucket, Change change, Deadline until) {
    if (change.apply(of(bucket)).isEmpty()) {
      return true;
    }
    BlobContainerClient container = clients.container(bucket);
    ContainerLease lease = new ContainerLease(clients, errors, bucket);
    try {
      while (!isDone(operation, bucket, container, lease, change)) {
        pause(operation, bucket, lease, until);
      }
      return true;
    } finally {
      lease.release();
    }
  }

  /** Makes one attempt; returns true if nothing was left to do. */
  private boolean isDone(
      String operation,
      String bucket,
      BlobContainerClient container,
      ContainerLease lease,
      Change change) {
    try {
      Instant held = lease.acquire(operation);
      Read now = read(bucket, container);
      Optional<List<BlobSignedIdentifier>> wanted = change.apply(now.policies());
      if (wanted.isEmpty()) {
        return true;
      }
      if (!now.isOlderThan(held)) {
        return false;
      }
      set(operation, bucket, container, lease.id(), now, wanted.get());
      return change.apply(of(bucket)).isEmpty();
    } catch (DriverException.InUse | DriverException.PreconditionFailed e) {
      return false;
    }
  }

  private void set(
      String operation,
      String bucket,
      BlobContainerClient container,
      String lease,
      Read now,
      List<BlobSignedIdentifier> wanted) {
    BlobRequestConditions unchanged =
        new BlobRequestConditions()
            .setLeaseId(lease)
            .setIfUnmodifiedSince(now.modified.atOffset(ZoneOffset.UTC));
    Response<Void> _ =
        errors.call(
            operation,
            bucket,
            () ->
                container.setAccessPolicyWithResponse(
                    now.all.getBlobAccessType(), wanted, unchanged, null, Context.NONE));
  }

  private Read read(String bucket, BlobContainerClient container) {
    return errors.call(
        "read the access policies of",
        bucket,
        () -> {
          Response<BlobContainerAccessPolicies> answer =
              container.getAccessPolicyWithResponse(null, null, Context.NONE);
          return new Read(
              answer.getValue(),
              AzureAnswers.modified(answer.getHeaders()),
              AzureAnswers.observed(answer.getHeaders()));
        });
  }

  private void pause(String operation, String bucket, ContainerLease lease, Deadline until) {
    Duration pause = PAUSE.plusMillis(ThreadLocalRandom.current().nextLong(PAUSE.toMillis()));
    if (until.isBefore(pause)) {
      throw lease.notNow(operation);
    }
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.translate(operation, bucket, e);
    }
  }
}
