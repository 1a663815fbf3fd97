package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Feature;
import io.windlass.store.s3.client.S3Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

/** Deletes objects, and versions of objects, of one bucket. */
final class S3Deletes {
  private final S3Bucket bucket;

  S3Deletes(S3Bucket bucket) {
    this.bucket = bucket;
  }

  void object(String key, Condition condition) {
    boolean there = bucket.mayHave(key);
    DeleteObjectRequest.Builder request =
        DeleteObjectRequest.builder().bucket(bucket.name()).key(key);
    switch (condition) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ ->
          throw new DriverException.InvalidArgument(
              "a delete cannot be conditional on absence: that is for puts");
      case Condition.IfMatch(Revision seen) -> {
        if (!bucket.capabilities().has(Feature.DELETE_IF_MATCH)) {
          throw new DriverException.Unsupported(
              says(key, "the server has no conditional delete"), null);
        }
        request.ifMatch(seen.token());
      }
    }
    if (!there) {
      return;
    }
    try {
      bucket
          .errors()
          .call("delete", bucket.target(key), () -> bucket.client().deleteObject(request.build()));
    } catch (DriverException e) {
      // Where new objects are locked, MinIO refuses this call for the object of a directory ("WORM
      // protected"), and takes the other.
      if (!key.endsWith("/") || !e.kind().isFinal() || condition instanceof Condition.IfMatch) {
        throw e;
      }
      batch(List.of(ObjectIdentifier.builder().key(key).build()))
          .forEach(failed -> {
            throw e;
          });
    }
  }

  private String says(String key, String what) {
    return bucket.errors().says("delete", bucket.target(key), what);
  }

  /** Deletes a version. A missing version is no error; a missing bucket is one. */
  void version(String key, String version) {
    if (!bucket.mayHaveVersions(key)) {
      return;
    }
    DeleteObjectRequest request =
        DeleteObjectRequest.builder().bucket(bucket.name()).key(key).versionId(version).build();
    try {
      bucket
          .errors()
          .call("delete version", bucket.target(key), () -> bucket.client().deleteObject(request));
    } catch (DriverException.NotFound e) {
      if (e instanceof DriverException.NoSuchBucket) {
        throw e;
      }
    }
  }

  List<DeleteFailure> all(List<ObjectId> objects) {
    int most = bucket.capabilities().maxDeleteBatch();
    if (objects.size() > most) {
      throw new DriverException.InvalidArgument(
          "%d objects to delete: at most %d at once".formatted(objects.size(), most));
    }
    List<ObjectIdentifier> batch = new ArrayList<>();
    List<DeleteFailure> failures = new ArrayList<>();
    for (ObjectId object : objects) {
      if (!mayBeThere(object)) {
        continue;
      }
      if (S3Keys.fitsXml(object.key())) {
        batch.add(identifier(object));
      } else {
        single(object).ifPresent(failures::add);
      }
    }
    if (!batch.isEmpty()) {
      failures.addAll(batch(batch));
    }
    return failures;
  }

  private boolean mayBeThere(ObjectId object) {
    return object.version().isPresent()
        ? bucket.mayHaveVersions(object.key())
        : bucket.mayHave(object.key());
  }

  private ObjectIdentifier identifier(ObjectId object) {
    ObjectIdentifier.Builder identifier = ObjectIdentifier.builder().key(object.key());
    object.version().ifPresent(identifier::versionId);
    return identifier.build();
  }

  private Optional<DeleteFailure> single(ObjectId object) {
    try {
      object
          .version()
          .ifPresentOrElse(
              version -> version(object.key(), version),
              () -> object(object.key(), Condition.always()));
      return Optional.empty();
    } catch (DriverException e) {
      return Optional.of(new DeleteFailure(object, e));
    }
  }

  private List<DeleteFailure> batch(List<ObjectIdentifier> batch) {
    return bucket
        .errors()
        .call(
            "delete",
            bucket.name(),
            () ->
                bucket
                    .clients()
                    .digesting(client ->
                        client.deleteObjects(gone ->
                            gone.bucket(bucket.name())
                                .delete(all -> all.quiet(true).objects(batch)))))
        .errors()
        .stream()
        .filter(error -> !S3Answers.text(error.code()).startsWith("NoSuch"))
        .map(this::failure)
        .toList();
  }

  private DeleteFailure failure(S3Error error) {
    S3Errors.Answer answer =
        new S3Errors.Answer(0, S3Answers.text(error.code()), S3Answers.text(error.message()));
    return new DeleteFailure(
        new ObjectId(error.key(), Optional.ofNullable(error.versionId())),
        bucket.errors().of(S3Errors.failure(answer), "delete", bucket.target(error.key()), null));
  }
}
