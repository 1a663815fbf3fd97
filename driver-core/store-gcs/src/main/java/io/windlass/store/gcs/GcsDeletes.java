package io.windlass.store.gcs;

import com.google.api.client.googleapis.batch.BatchRequest;
import com.google.api.client.googleapis.batch.json.JsonBatchCallback;
import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.http.HttpHeaders;
import io.windlass.store.Condition;
import io.windlass.store.DeleteFailure;
import io.windlass.store.DriverException;
import io.windlass.store.Failure;
import io.windlass.store.Meaning;
import io.windlass.store.ObjectId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deletes objects of one bucket. */
final class GcsDeletes {
  private final GcsBucketClient bucket;

  GcsDeletes(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  /**
   * An object, whatever its name.
   *
   * @param generation this one, for good; null: the live one, which becomes noncurrent where
   *     versions are kept
   */
  record Named(String name, @Nullable Long generation) {}

  void object(String key, Condition condition) {
    if (condition instanceof Condition.IfAbsent) {
      throw new DriverException.InvalidArgument(
          "a delete cannot be conditional on absence: that is for puts");
    }
    Long ifGeneration = GcsObjects.ifGeneration(condition);
    try {
      one(new Named(GcsKeys.check(key), null), ifGeneration);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(
            bucket.errors().says("delete", bucket.target(key), "it is gone"), e);
      }
    }
  }

  private void one(Named named, @Nullable Long ifGeneration) {
    bucket
        .errors()
        .run(
            "delete",
            bucket.target(named.name),
            () ->
                bucket
                    .service()
                    .run(storage ->
                        storage
                            .objects()
                            .delete(bucket.name(), named.name)
                            .setGeneration(named.generation)
                            .setIfGenerationMatch(ifGeneration)));
  }

  List<DeleteFailure> all(List<ObjectId> objects) {
    if (objects.size() > GcsCapabilities.MOST_IN_BATCH) {
      throw new DriverException.InvalidArgument(
          "%d objects to delete: at most %d at once"
              .formatted(objects.size(), GcsCapabilities.MOST_IN_BATCH));
    }
    Map<Named, ObjectId> named = new HashMap<>();
    for (ObjectId object : objects) {
      String key = GcsKeys.check(object.key());
      Optional<Long> generation = object.version().flatMap(GcsObjects::generation);
      if (object.version().isEmpty() || generation.isPresent()) {
        named.put(new Named(key, generation.orElse(null)), object);
      }
    }
    List<DeleteFailure> failures = new ArrayList<>();
    batch(List.copyOf(named.keySet()))
        .forEach((each, reason) ->
            failures.add(
                new DeleteFailure(Optional.ofNullable(named.get(each)).orElseThrow(), reason)));
    return failures;
  }

  /** Deletes objects of any names, as many as there are. */
  void every(List<Named> objects) {
    for (int from = 0; from < objects.size(); from += GcsCapabilities.MOST_IN_BATCH) {
      batch(objects.subList(from, Math.min(objects.size(), from + GcsCapabilities.MOST_IN_BATCH)))
          .values()
          .stream()
          .findAny()
          .ifPresent(reason -> {
            throw reason;
          });
    }
  }

  /** Why those were not deleted that were not; what was refused in passing is tried by itself. */
  private Map<Named, DriverException> batch(List<Named> objects) {
    Map<Named, DriverException> failures = new HashMap<>();
    if (objects.isEmpty()) {
      return failures;
    }
    bucket.errors().run("delete", bucket.name(), () -> send(objects, failures));
    for (Map.Entry<Named, DriverException> failure : Map.copyOf(failures).entrySet()) {
      if (failure.getValue() instanceof DriverException.NoSuchBucket none) {
        throw none;
      }
      if (failure.getValue() instanceof DriverException.Unavailable) {
        failures.remove(failure.getKey());
        again(failure.getKey()).ifPresent(why -> failures.put(failure.getKey(), why));
      }
    }
    return failures;
  }

  private Optional<DriverException> again(Named named) {
    try {
      one(named, null);
      return Optional.empty();
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    } catch (DriverException e) {
      return Optional.of(e);
    }
  }

  private void send(List<Named> objects, Map<Named, DriverException> failures) {
    try {
      BatchRequest batch = bucket.service().batch();
      for (Named named : objects) {
        bucket
            .service()
            .storage()
            .objects()
            .delete(bucket.name(), named.name)
            .setGeneration(named.generation)
            .queue(
                batch,
                new JsonBatchCallback<Void>() {
                  @Override
                  public void onSuccess(Void nothing, HttpHeaders headers) {}

                  @Override
                  public void onFailure(GoogleJsonError error, HttpHeaders headers) {
                    Failure failure = GcsErrors.failure(error.getCode(), error);
                    if (failure.meaning() != Meaning.NOT_FOUND) {
                      failures.put(
                          named,
                          bucket.errors().of(failure, "delete", bucket.target(named.name), null));
                    }
                  }
                });
      }
      batch.execute();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
