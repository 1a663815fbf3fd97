package io.windlass.cosi.sanity.check;

import io.grpc.Status;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.AnswerRules;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.List;

/** Checks of DriverGenerateBucketId. */
final class BucketIdChecks {
  private BucketIdChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "bucket-id/shape",
            "bucket_id is REQUIRED: at most 2048 characters of [A-Za-z0-9-._/]",
            BucketIdChecks::shape),
        check(
            "bucket-id/deterministic",
            "MUST return the same id for the same name, whenever it is called",
            BucketIdChecks::deterministic),
        check(
            "bucket-id/distinct",
            "the id identifies one bucket: another name has another id",
            BucketIdChecks::distinct),
        check(
            "bucket-id/no-bucket",
            "SHOULD NOT touch the backend: there is no bucket yet",
            BucketIdChecks::noBucket));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGenerateBucketId", sentence), body)
        .in(ApiRevision::generatesBucketIds);
  }

  private static String id(Trial trial, BucketRequest request) throws InterruptedException {
    return trial.ok("an id is generated", () -> trial.client().bucketKey(request));
  }

  private static void shape(Trial trial) throws InterruptedException {
    trial.valid(AnswerRules.id("bucket_id", id(trial, trial.bucketRequest())));
  }

  private static void deterministic(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String first = id(trial, request);
    String second = id(trial, request);
    trial.require(
        first.equals(second), "the same id again, but it was '%s' and then '%s'", first, second);
    trial.bucket(request);
    String third = id(trial, request);
    trial.require(
        first.equals(third),
        "the same id once the bucket is there, but it was '%s' and then '%s'",
        first,
        third);
  }

  private static void distinct(Trial trial) throws InterruptedException {
    String one = id(trial, trial.bucketRequest());
    String other = id(trial, trial.bucketRequest());
    trial.require(!one.equals(other), "two names must not have the same id '%s'", one);
  }

  private static void noBucket(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String id = id(trial, request);
    if (trial.answer(() -> trial.client().get(id, request)) instanceof RpcAnswer.Ok<?>) {
      trial.warn("DriverGetBucket finds the bucket before DriverCreateBucket was called");
    } else {
      trial.code(
          "a bucket that has an id and was never made",
          trial.answer(() -> trial.client().get(id, request)),
          Status.Code.NOT_FOUND);
    }
  }
}
