package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.s3.S3Answer;
import io.windlass.cosi.sanity.s3.S3Session;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.Answer;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.Credential;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.Modes;
import io.windlass.cosi.sanity.wire.Revision;
import java.util.List;
import java.util.Optional;

/** How far a credential reaches, and what comes of having none. */
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
            .in(Revision::isV1Alpha2),
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
    LiveKey key = S3Keys.key(trial, trial.bucket(), Modes.data(Mode.READ_WRITE));
    S3Keys.soon(
        trial,
        "the bucket is called '%s' on the S3 server".formatted(key.bucket().name()),
        key.s3()::list,
        S3Answer::isAllowed);
  }

  private static void otherBucket(Trial trial) throws InterruptedException {
    S3Session mine = S3Keys.writer(trial, trial.bucket()).s3();
    S3Session theirs = S3Keys.writer(trial, trial.bucket()).s3();
    String who = "the key of another bucket";
    S3Keys.outOfReach(trial, who, mine.get(theirs.bucket(), S3Keys.SEED));
    S3Keys.outOfReach(trial, who, mine.list(theirs.bucket()));
    S3Keys.outOfReach(trial, who, mine.put(theirs.bucket(), "cosi-sanity/intruder", "x"));
    S3Keys.outOfReach(trial, who, mine.delete(theirs.bucket(), S3Keys.SEED));
    S3Keys.intact(trial, theirs);
  }

  private static void severalBuckets(Trial trial) throws InterruptedException {
    Bucket writable = trial.bucket();
    Bucket readable = trial.bucket();
    AccessRequest request =
        trial.accessRequest(
            List.of(
                new AccessedBucket(writable, Modes.data(Mode.READ_WRITE)),
                new AccessedBucket(readable, Modes.data(Mode.READ_ONLY))));
    Answer<Access> answer = trial.answer(() -> trial.client().grant(request));
    switch (answer.code()) {
      case OUT_OF_RANGE -> throw trial.skipped("one access, one bucket: OUT_OF_RANGE");
      case INVALID_ARGUMENT -> throw trial.skipped("the driver does not offer READ_ONLY");
      default -> {}
    }
    Access access = trial.ok("access to two buckets", answer);
    S3Keys.writer(trial, readable);
    S3Session first = trial.s3(access, writable);
    S3Keys.soon(trial, "the first can be written", () -> first.put("a", "x"), S3Answer::isAllowed);
    S3Session second = trial.s3(access, readable);
    S3Keys.intact(trial, second);
    S3Keys.denied(trial, "READ_ONLY for the second bucket", second.put("a", "x"));
    S3Session third = S3Keys.writer(trial, trial.bucket()).s3();
    S3Keys.outOfReach(
        trial, "the key of two other buckets", first.get(third.bucket(), S3Keys.SEED));
  }

  private static void noBucketAdmin(Trial trial) throws InterruptedException {
    S3Session s3 = S3Keys.writer(trial, trial.bucket()).s3();
    String fresh = trial.names().bucket();
    S3Answer created = s3.createBucket(fresh);
    if (created.isAllowed()) {
      s3.deleteBucket(fresh);
    }
    S3Keys.outOfReach(trial, "a granted key", created);
    s3.delete(S3Keys.SEED);
    S3Keys.outOfReach(trial, "a granted key", s3.deleteBucket(s3.bucket()));
    S3Keys.allowed(trial, "the key, in the bucket that is still there,", s3.list());
  }

  private static void noPolicy(Trial trial) throws InterruptedException {
    S3Session s3 = S3Keys.writer(trial, trial.bucket()).s3();
    S3Answer read = s3.policy();
    S3Answer written = s3.openPolicy();
    if (trial.revision().isV1Alpha2()) {
      S3Keys.outOfReach(trial, "a granted key", written);
    } else if (written.isAllowed()) {
      trial.warn("a granted key can open the bucket to everybody: %s", written);
    }
    if (read.isAllowed()) {
      trial.warn("a granted key can read the bucket's policy: %s", read);
    }
  }

  private static void wrongSecret(Trial trial) throws InterruptedException {
    LiveKey key = S3Keys.writer(trial, trial.bucket());
    Credential.S3 right = key.access().s3Key().orElseThrow();
    Credential.S3 wrong =
        new Credential.S3(
            right.accessKeyId(), new StringBuilder(right.secretKey()).reverse() + "x");
    refused(trial, key, "a wrong secret", Optional.of(wrong));
  }

  private static void noCredential(Trial trial) throws InterruptedException {
    refused(trial, S3Keys.writer(trial, trial.bucket()), "nobody in particular", Optional.empty());
  }

  private static void refused(Trial trial, LiveKey key, String who, Optional<Credential.S3> other) {
    BucketInfo.S3 where = key.access().s3Bucket(key.bucket().id()).orElseThrow();
    S3Session s3 = trial.open(key.bucket(), where, other);
    S3Keys.denied(trial, who, s3.get(S3Keys.SEED));
    S3Keys.denied(trial, who, s3.list());
    S3Keys.denied(trial, who, s3.put("cosi-sanity/intruder", "x"));
    S3Keys.denied(trial, who, s3.delete(S3Keys.SEED));
    S3Keys.intact(trial, key.s3());
  }
}
