package io.windlass.provision;

import io.windlass.store.DeleteFailure;
import io.windlass.store.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Empties a bucket or a folder of one, as far as it can in a short time, because the sidecar has
 * one worker, which waits. Deleted objects stay deleted, so the next call continues where this one
 * stopped.
 */
public final class Emptier {
  private static final Duration BUDGET = Duration.ofSeconds(3);

  private final LeasedOperation operation;
  private final ObjectStore objects;
  private final String prefix;
  private final int batch;
  private final long started = System.nanoTime();
  private long deleted;

  /**
   * @param prefix prefix of the keys to delete; empty: the whole bucket
   */
  public Emptier(LeasedOperation operation, String bucket, String prefix) {
    this.operation = operation;
    this.objects = operation.objects(bucket);
    this.prefix = prefix;
    this.batch = operation.backend().capabilities().maxDeleteBatch();
  }

  /** Returns how many objects and versions have been deleted. */
  public long deleted() {
    return deleted;
  }

  /**
   * Deletes objects, and aborts uploads, until nothing is left or the time is up. Returns whether
   * nothing is left.
   */
  public boolean run() {
    for (List<ObjectId> page = next(); !page.isEmpty(); page = next()) {
      for (int from = 0; from < page.size(); from += batch) {
        delete(page.subList(from, Math.min(page.size(), from + batch)));
        if (expired()) {
          return false;
        }
      }
    }
    return LeftUploads.abort(operation, objects, prefix, this::expired);
  }

  /**
   * Lists the next objects. Always lists from the start, because objects that were listed before
   * are deleted.
   */
  private List<ObjectId> next() {
    Optional<ObjectVersions> versions = objects.versions();
    if (versions.isPresent()) {
      return versions.get().list(prefix, Optional.empty()).items().stream()
          .map(version -> ObjectId.of(version.key(), version.version()))
          .toList();
    }
    return objects.list(ListOptions.prefix(prefix), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .map(ObjectId::of)
        .toList();
  }

  private void delete(List<ObjectId> some) {
    operation.step();
    List<DeleteFailure> failures = objects.deleteAll(some);
    deleted += some.size() - failures.size();
    if (!failures.isEmpty()) {
      DeleteFailure first = failures.getFirst();
      throw new DriverException.NotEmpty(
          "bucket %s cannot be emptied: the server does not delete %d objects; the first is %s: %s"
              .formatted(
                  objects.bucket(),
                  failures.size(),
                  first.object().key(),
                  first.reason().getMessage()),
          first.reason());
    }
  }

  private boolean expired() {
    return System.nanoTime() - started > BUDGET.toNanos();
  }
}
