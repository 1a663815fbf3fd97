package io.windlass.provision;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectId;
import io.windlass.operation.Both;
import io.windlass.store.Capabilities;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
  private final boolean marksDeletions;
  private final long started;
  private long deleted;

  /**
   * @param prefix prefix of the keys to delete; empty: the whole bucket
   */
  public Emptier(LeasedOperation operation, String bucket, String prefix) {
    this.operation = operation;
    this.objects = operation.objects(bucket);
    this.prefix = prefix;
    this.started = operation.clock().getAsLong();
    Capabilities capabilities = operation.backend().capabilities();
    this.batch = capabilities.maxDeleteBatch();
    this.marksDeletions = capabilities.has(Feature.BUCKET_VERSIONS);
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
    Both<Boolean, Boolean> done =
        Both.of(
            this::deleteObjects,
            () -> LeftUploads.abort(operation, objects, prefix, this::expired));
    return done.one() && done.other();
  }

  /**
   * Deletes objects and versions. Where a delete leaves no marker, the versions come after the
   * objects: it is cheaper to delete an object than the version that is current. Where it leaves
   * one, the objects are looked for afterwards: SeaweedFS lists versions by keys that it does not
   * have if XML cannot hold the right ones, and would have them deleted without deleting anything.
   */
  private boolean deleteObjects() {
    Optional<ObjectVersions> versions = objects.versions();
    boolean throughVersions = versions.isPresent() && marksDeletions;
    return (throughVersions || deleteAll(this::objects))
        && (versions.isEmpty() || deleteVersions(versions.get()))
        && (!throughVersions || deleteAll(this::objects));
  }

  private boolean deleteVersions(ObjectVersions versions) {
    try {
      return deleteAll(token -> versions(versions, token));
    } catch (DriverException.Unsupported e) {
      return true; // a server without versions
    }
  }

  private Page<ObjectId> objects(Optional<String> token) {
    Page<ListedEntry> page = objects.list(ListOptions.prefix(prefix), token);
    return new Page<>(
        page.items().stream().map(ListedEntry::key).map(ObjectId::of).toList(), page.next());
  }

  private Page<ObjectId> versions(ObjectVersions versions, Optional<String> token) {
    Page<ListedVersion> page = versions.list(prefix, token);
    return new Page<>(
        page.items().stream()
            .map(version -> ObjectId.of(version.key(), version.version()))
            .toList(),
        page.next());
  }

  /** Always lists from the start, because objects that were listed before are deleted. */
  private boolean deleteAll(Function<Optional<String>, Page<ObjectId>> listing) {
    Page<ObjectId> page;
    List<ObjectId> before = List.of();
    do {
      page = first(listing);
      List<ObjectId> listed = page.items();
      if (!listed.isEmpty() && listed.equals(before)) {
        throw new DriverException.NotEmpty(
            ("bucket %s cannot be emptied: the server says that it deletes %s, and lists it again;"
                    + " or somebody writes it meanwhile")
                .formatted(objects.bucket(), listed.getFirst().key()),
            null);
      }
      before = listed;
      for (int from = 0; from < listed.size(); from += batch) {
        delete(listed.subList(from, Math.min(listed.size(), from + batch)));
        if (expired()) {
          return false;
        }
      }
    } while (page.next().isPresent());
    return true;
  }

  /** Returns the first page that has something: an Azure listing can have empty ones before. */
  private static Page<ObjectId> first(Function<Optional<String>, Page<ObjectId>> listing) {
    Page<ObjectId> page = listing.apply(Optional.empty());
    while (page.items().isEmpty() && page.next().isPresent()) {
      page = listing.apply(page.next());
    }
    return page;
  }

  private void delete(List<ObjectId> some) {
    operation.step();
    List<DeleteFailure> failures = objects.purge(some);
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
    return operation.clock().getAsLong() - started > BUDGET.toNanos();
  }
}
