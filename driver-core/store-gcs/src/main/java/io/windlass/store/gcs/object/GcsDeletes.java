package io.windlass.store.gcs.object;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.store.DeleteFailure;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.object.GcsObjectApi.Named;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Deletes objects of one bucket. */
final class GcsDeletes {
  private final GcsBucketClient bucket;

  GcsDeletes(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  void object(String key, Condition condition) {
    if (condition instanceof Condition.IfAbsent) {
      throw new DriverException.InvalidArgument(
          "a delete cannot be conditional on absence: that is for puts");
    }
    Long ifGeneration = GcsObjects.ifGeneration(condition);
    try {
      one(GcsObjectApi.Named.live(GcsKeys.check(key)), ifGeneration);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(
            bucket.errors().says("delete", bucket.target(key), "it is gone"), e);
      }
    }
    folders(Stream.of(key));
  }

  /** Deletes the folders among these keys that nothing is in, the inner ones first. */
  void folders(Stream<String> keys) {
    List<String> names =
        keys.filter(key -> key.endsWith("/")).sorted(Comparator.reverseOrder()).toList();
    if (!names.isEmpty()) {
      bucket.api().folders().ifPresent(folders -> names.forEach(folders::delete));
    }
  }

  private void one(Named named, @Nullable Long ifGeneration) {
    bucket
        .errors()
        .run("delete", bucket.target(named.name()), () -> bucket.api().delete(named, ifGeneration));
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
    folders(objects.stream().filter(each -> each.version().isEmpty()).map(ObjectId::key));
    return failures;
  }

  /** Deletes any number of objects, also parts of uploads. */
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

  /** Returns the failures; repeats single deletes whose failure may pass. */
  private Map<Named, DriverException> batch(List<Named> objects) {
    Map<Named, DriverException> failures = new HashMap<>();
    if (objects.isEmpty()) {
      return failures;
    }
    bucket
        .errors()
        .call("delete", bucket.name(), () -> bucket.api().deleteAll(objects))
        .forEach((named, failure) ->
            failures.put(
                named, bucket.errors().of(failure, "delete", bucket.target(named.name()), null)));
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
}
