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
 * whole, by Set Container ACL, which takes no ETag. So it is read, changed and set, fenced like
 * this:
 *
 * <ul>
 *   <li>Against other drivers by a lease on the container. The request that sets the list states
 *       the lease, and is refused if that has ended meanwhile.
 *   <li>Against everybody else, who need no lease, by If-Unmodified-Since. It counts in whole
 *       seconds; so a list is set only if it was last changed in a second before the one in which
 *       the lease was taken, which was before it was read.
 *   <li>In the end the list is read once more, and all of this repeated if the change is not there.
 * </ul>
 *
 * <p>Not fenced is somebody else who reads before a change and sets afterwards without a condition:
 * that undoes the change, and {@link io.windlass.store.azure.access.AzureAccess#isLive} says so
 * later. Nor is every change of somebody else's noticed where the service's own clocks differ.
 */
public final class AzurePolicies {

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** The service's clock in answers. */
  private static final Duration CLOCK_UNIT = Duration.ofSeconds(1);

  /** Id of what a container has in place of its policies before it is deleted. */
  private static final String CLOSED = "windlass-closed";

  private static final OffsetDateTime LONG_AGO = OffsetDateTime.parse("2000-01-01T00:00:00Z");

  private final AzureClients clients;
  private final StoreErrors errors;

  public AzurePolicies(AzureClients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /**
   * What a list is to become; empty where it is as it should be. Called once or more, with what is
   * there, and must not change that.
   */
  public interface Change
      extends Function<List<BlobSignedIdentifier>, Optional<List<BlobSignedIdentifier>>> {}

  /**
   * A list that was read.
   *
   * @param modified when anything of the container was last set, by the service's clock
   * @param observed when it was read, by the same
   */
  private record Read(BlobContainerAccessPolicies all, Instant modified, Instant observed) {
    List<BlobSignedIdentifier> policies() {
      return Optional.ofNullable(all.getIdentifiers()).orElse(List.of());
    }

    /** If it is older than a time before it was read, then whatever is set later is newer. */
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
   * Changes the policies of a container, or leaves them where they are as they should be.
   *
   * @param operation for messages
   * @throws DriverException.NoSuchBucket when there is no such container
   * @throws DriverException.Aborted when others keep it from being done in time
   */
  public void change(String operation, String bucket, Change change) {
    Deadline until = Deadline.within(clients.connection().http().callTimeout());
    boolean _ = until.limit(() -> change(operation, bucket, change, until));
  }

  /**
   * Removes all policies of a container, if it has any, and leaves a trace of that there: one that
   * has expired, and that the next {@linkplain #isOpen change} to grant access removes.
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

  /** How long the service may still go by policies that were {@linkplain #close closed}. */
  Duration untilClosed(String bucket) {
    Duration after = clients.connection().policiesEffectiveAfter();
    Read now = read(bucket, clients.container(bucket));
    if (after.isZero() || now.policies().isEmpty()) {
      return Duration.ZERO;
    }
    Duration left = after.plus(CLOCK_UNIT).minus(Duration.between(now.modified, now.observed));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Whether a policy is one, and not the trace of those that were there. */
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

  /** One attempt; true when it was found that nothing is left to do. */
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
