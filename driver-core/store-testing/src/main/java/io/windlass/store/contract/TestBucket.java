package io.windlass.store.contract;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.ObjectId;
import io.windlass.store.DeleteFailure;
import io.windlass.store.ObjectStore;
import io.windlass.testing.UniqueName;
import java.util.List;
import java.util.Optional;

/** A bucket of one test's own. Closing it removes it with all that it holds. */
public record TestBucket(Backend backend, String name) implements AutoCloseable {

  /** Makes a bucket of a new name. */
  public static TestBucket create(Backend backend, BucketSettings settings) {
    String name = UniqueName.of("contract");
    backend.buckets().create(name, settings);
    return new TestBucket(backend, name);
  }

  /** Its data plane, with the driver's own credentials. */
  public ObjectStore objects() {
    return backend.objects(name);
  }

  @Override
  public void close() {
    if (backend.buckets().exists(name)) {
      empty();
      backend.buckets().delete(name);
    }
  }

  /** Deletes all that it holds, versions and uploads included. */
  void empty() {
    Pages.all(token -> objects().uploads().list("", token)).forEach(objects().uploads()::abort);
    deleteAll(Listings.objects(objects()).stream().map(o -> ObjectId.of(o.key())).toList());
    objects()
        .versions()
        .ifPresent(versions ->
            deleteAll(
                Pages.all(token -> versions.list("", token)).stream()
                    .map(version -> ObjectId.of(version.key(), version.version()))
                    .toList()));
  }

  private void deleteAll(List<ObjectId> objects) {
    int batch = backend.capabilities().maxDeleteBatch();
    for (int from = 0; from < objects.size(); from += batch) {
      List<DeleteFailure> failures =
          objects().deleteAll(objects.subList(from, Math.min(from + batch, objects.size())));
      Optional<DriverException> reason = failures.stream().map(DeleteFailure::reason).findFirst();
      if (reason.isPresent()) {
        throw reason.get();
      }
    }
  }
}
