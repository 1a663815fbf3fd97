package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import java.util.List;
import java.util.Map;

/** Checks of DriverDeleteBucket. */
final class DeleteChecks {
  private static final String GONE = "MUST return OK if the bucket has already been deleted";

  private DeleteChecks() {}

  static List<Check> all() {
    return List.of(
        check("delete/twice", GONE, DeleteChecks::twice),
        check("delete/unknown", GONE, DeleteChecks::unknown),
        check("delete/never-made", GONE, DeleteChecks::neverMade)
            .in(ApiRevision::generatesBucketIds),
        check(
            "delete/without-parameters",
            "only bucket_id is REQUIRED",
            DeleteChecks::withoutParameters),
        check(
            "delete/make-again",
            "a deleted bucket is no longer in the way of one of the same name",
            DeleteChecks::makeAgain));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverDeleteBucket", sentence), body);
  }

  /** Creates a bucket and deletes it. Returns the deleted bucket. */
  static Bucket deleted(Trial trial, BucketRequest request) throws InterruptedException {
    Bucket bucket = trial.bucket(request);
    delete(trial, "the bucket is deleted", bucket.id(), request);
    return bucket;
  }

  private static void delete(Trial trial, String what, String id, BucketRequest request)
      throws InterruptedException {
    trial.ok(what, () -> trial.client().delete(id, request.parameters()));
  }

  private static void twice(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket bucket = deleted(trial, request);
    delete(trial, "deleting it again is OK", bucket.id(), request);
  }

  private static void unknown(Trial trial) throws InterruptedException {
    delete(
        trial,
        "deleting a bucket that never existed is OK",
        trial.names().bucket(),
        trial.bucketRequest());
  }

  private static void neverMade(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String id = trial.ok("an id", () -> trial.client().bucketKey(request));
    delete(trial, "deleting a bucket that got an id and was never made is OK", id, request);
  }

  private static void withoutParameters(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    trial.ok(
        "a bucket is deleted by its id alone", () -> trial.client().delete(bucket.id(), Map.of()));
  }

  private static void makeAgain(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    deleted(trial, request);
    trial.bucket(request);
  }
}
