package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.s3.S3Answer;
import io.windlass.cosi.sanity.s3.S3Session;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketAddress;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.util.List;
import java.util.Optional;

/**
 * Checks of which buckets and operations a credential reaches, and that access needs a valid one.
 */
final class S3ScopeChecks {
  private S3ScopeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "s3/bucket-name",
                Rule.sidecar(
                    "workloads of v1alpha1 are told the name that the bucket was asked for by,"
                        + " whatever bucket_id says"),
                S3ScopeChecks::bucketName)
            .in(revision -> !revision.isV1Alpha2())
            .needing(Need.S3),
        check(
            "s3/other-bucket",
            "access is granted to the buckets of the request",
            S3ScopeChecks::otherBucket),
        check(
                "s3/several-buckets",
                "access is granted to each bucket of the request with the mode for that bucket",
                S3ScopeChecks::severalBuckets)
            .in(ApiRevision::isV1Alpha2),
        check(
            "s3/no-bucket-admin",
            "access is granted to a bucket; making and deleting buckets is COSI's",
            S3ScopeChecks::noBucketAdmin),
        check(
            "s3/no-policy",
            "access is granted to a principal; handing it on is not part of it",
            S3ScopeChecks::noPolicy),
        check(
            "s3/wrong-secret",
            "credentials are REQUIRED for access: a wrong one gives none",
            S3ScopeChecks::wrongSecret),
        check(
            "s3/no-credential",
            "credentials are REQUIRED for access: without any there is none",
            S3ScopeChecks::noCredential));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", sentence), body).needing(Need.S3);
  }

  private static void bucketName(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.key(trial, trial.bucket(), GrantModes.data(Mode.READ_WRITE));
    KeyChecks.soon(
        trial,
        "the bucket is called '%s' on the S3 server".formatted(key.bucket().name()),
        key.s3()::list,
        S3Answer::isAllowed);
  }

  private static void otherBucket(Trial trial) throws InterruptedException {
    S3Session mine = KeyChecks.writer(trial, trial.bucket()).s3();
    S3Session theirs = KeyChecks.writer(trial, trial.bucket()).s3();
    String who = "the key of another bucket";
    KeyChecks.outOfReach(trial, who, mine.get(theirs.bucket(), KeyChecks.SEED));
    KeyChecks.outOfReach(trial, who, mine.list(theirs.bucket()));
    KeyChecks.outOfReach(trial, who, mine.put(theirs.bucket(), "cosi-sanity/intruder", "x"));
    KeyChecks.outOfReach(trial, who, mine.delete(theirs.bucket(), KeyChecks.SEED));
    KeyChecks.intact(trial, theirs);
  }

  private static void severalBuckets(Trial trial) throws InterruptedException {
    Bucket writable = trial.bucket();
    Bucket readable = trial.bucket();
    AccessRequest request =
        trial.accessRequest(
            List.of(
                new AccessedBucket(writable, GrantModes.data(Mode.READ_WRITE)),
                new AccessedBucket(readable, GrantModes.data(Mode.READ_ONLY))));
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
    switch (answer.code()) {
      case OUT_OF_RANGE -> throw trial.skipped("one access, one bucket: OUT_OF_RANGE");
      case INVALID_ARGUMENT -> throw trial.skipped("the driver does not offer READ_ONLY");
      default -> {}
    }
    Access access = trial.ok("access to two buckets", answer);
    KeyChecks.writer(trial, readable);
    S3Session first = trial.s3(access, writable);
    KeyChecks.soon(
        trial, "the first can be written", () -> first.put("a", "x"), S3Answer::isAllowed);
    S3Session second = trial.s3(access, readable);
    KeyChecks.intact(trial, second);
    KeyChecks.denied(trial, "READ_ONLY for the second bucket", second.put("a", "x"));
    S3Session third = KeyChecks.writer(trial, trial.bucket()).s3();
    KeyChecks.outOfReach(
        trial, "the key of two other buckets", first.get(third.bucket(), KeyChecks.SEED));
  }

  private static void noBucketAdmin(Trial trial) throws InterruptedException {
    S3Session s3 = KeyChecks.writer(trial, trial.bucket()).s3();
    String fresh = trial.names().bucket();
    S3Answer created = s3.createBucket(fresh);
    if (created.isAllowed()) {
      s3.deleteBucket(fresh);
    }
    KeyChecks.outOfReach(trial, "a granted key", created);
    s3.delete(KeyChecks.SEED);
    KeyChecks.outOfReach(trial, "a granted key", s3.deleteBucket(s3.bucket()));
    KeyChecks.allowed(trial, "the key, in the bucket that is still there,", s3.list());
  }

  private static void noPolicy(Trial trial) throws InterruptedException {
    S3Session s3 = KeyChecks.writer(trial, trial.bucket()).s3();
    S3Answer read = s3.policy();
    S3Answer written = s3.openPolicy();
    if (trial.revision().isV1Alpha2()) {
      KeyChecks.outOfReach(trial, "a granted key", written);
    } else if (written.isAllowed()) {
      trial.warn("a granted key can open the bucket to everybody: %s", written);
    }
    if (read.isAllowed()) {
      trial.warn("a granted key can read the bucket's policy: %s", read);
    }
  }

  private static void wrongSecret(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.writer(trial, trial.bucket());
    WorkloadCredential.S3 right = key.access().s3Key().orElseThrow();
    WorkloadCredential.S3 wrong =
        new WorkloadCredential.S3(
            right.accessKeyId(), new StringBuilder(right.secretKey()).reverse() + "x");
    refused(trial, key, "a wrong secret", Optional.of(wrong));
  }

  private static void noCredential(Trial trial) throws InterruptedException {
    refused(
        trial, KeyChecks.writer(trial, trial.bucket()), "nobody in particular", Optional.empty());
  }

  private static void refused(
      Trial trial, LiveKey key, String who, Optional<WorkloadCredential.S3> other) {
    BucketAddress.S3 where = key.access().s3Bucket(key.bucket().id()).orElseThrow();
    S3Session s3 = trial.open(key.bucket(), where, other);
    KeyChecks.denied(trial, who, s3.get(KeyChecks.SEED));
    KeyChecks.denied(trial, who, s3.list());
    KeyChecks.denied(trial, who, s3.put("cosi-sanity/intruder", "x"));
    KeyChecks.denied(trial, who, s3.delete(KeyChecks.SEED));
    KeyChecks.intact(trial, key.s3());
  }
}
