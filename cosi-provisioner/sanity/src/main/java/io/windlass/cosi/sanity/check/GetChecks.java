package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.util.List;

/** Checks of DriverGetBucket, which is DriverGetExistingBucket in revision A. */
final class GetChecks {
  private GetChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "get/shape",
            "at least one protocol MUST be non-nil, and those of the request MUST be among them",
            GetChecks::shape),
        check(
            "get/idempotent",
            "MUST return OK if a backend bucket with matching identity and parameters already"
                + " exists",
            GetChecks::idempotent),
        check(
            "get/missing",
            "MUST return NOT_FOUND if a bucket with matching identity does not exist",
            GetChecks::missing),
        check(
            "get/unknown",
            "MUST return NOT_FOUND if a bucket with matching identity does not exist",
            GetChecks::unknown),
        check(
            "get/unsupported-protocol",
            "if any protocol cannot be supported, the Provisioner MUST return INVALID_ARGUMENT",
            GetChecks::unsupportedProtocol));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGetBucket", sentence), body).in(ApiRevision::isV1Alpha2);
  }

  private static Bucket get(Trial trial, Bucket bucket, BucketRequest request)
      throws InterruptedException {
    return trial.ok("the bucket is found", () -> trial.client().get(bucket.id(), request));
  }

  private static void shape(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket made = trial.bucket(request);
    Bucket found = get(trial, made, request);
    trial.valid(found.violations());
    CreateChecks.same(trial, "a bucket that was made, then looked up", made, found);
  }

  private static void idempotent(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket made = trial.bucket(request);
    Bucket first = get(trial, made, request);
    Bucket second = get(trial, made, request);
    CreateChecks.same(trial, "the answer to the same call", first, second);
  }

  private static void missing(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String id = DeleteChecks.deleted(trial, request).id();
    trial.code(
        "a bucket that was deleted",
        trial.answer(() -> trial.client().get(id, request)),
        NOT_FOUND);
  }

  private static void unknown(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    RpcAnswer<Bucket> answer =
        trial.answer(() -> trial.client().get(trial.names().bucket(), request));
    trial.code("an id that the driver never gave", answer, NOT_FOUND, INVALID_ARGUMENT);
    if (answer.code() == INVALID_ARGUMENT) {
      trial.warn(
          "an id that the driver never gave is INVALID_ARGUMENT, which is final: with NOT_FOUND the"
              + " sidecar would go on asking until the bucket is there");
    }
  }

  private static void unsupportedProtocol(Trial trial) throws InterruptedException {
    StorageProtocol unsupported =
        CreateChecks.unsupported(trial)
            .orElseThrow(() -> trial.skipped("the driver supports every protocol there is"));
    BucketRequest request = trial.bucketRequest();
    Bucket made = trial.bucket(request);
    trial.code(
        "protocol " + unsupported,
        trial.answer(
            () -> trial.client().get(made.id(), request.withProtocols(List.of(unsupported)))),
        INVALID_ARGUMENT);
  }
}
