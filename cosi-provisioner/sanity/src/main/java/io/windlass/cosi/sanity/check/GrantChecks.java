package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.UNKNOWN;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.List;

/**
 * Checks of DriverGrantBucketAccess: its answers to a valid request, to a repeated request, and for
 * a bucket that does not exist.
 */
final class GrantChecks {
  private static final String SAME =
      "MUST return OK if a principal with matching identity and parameters already exists";

  private GrantChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "grant/shape",
            "one info for exactly each requested bucket, for the requested protocol alone and"
                + " complete, and a complete credential (all of it is checked by the sidecar)",
            GrantChecks::shape),
        check("grant/idempotent", SAME, GrantChecks::idempotent),
        Check.of(
            "grant/same-credential",
            Rule.sidecar(
                "access is granted again at every start and its answer is what workloads get: it"
                    + " has to be the same live credential"),
            GrantChecks::sameCredential),
        check(
            "grant/distinct",
            "the account is what makes an access one and the same: another name is another access",
            GrantChecks::distinct),
        check(
                "grant/other-bucket",
                "MUST return ALREADY_EXISTS if a principal with matching identity exists but with"
                    + " incompatible parameters",
                GrantChecks::otherBucket)
            .in(ApiRevision::isV1Alpha2),
        check(
                "grant/other-mode",
                "MUST return ALREADY_EXISTS if a principal with matching identity exists but with"
                    + " incompatible parameters",
                GrantChecks::otherMode)
            .in(ApiRevision::isV1Alpha2),
        Check.of(
                "grant/never-already-exists",
                Rule.sidecar("the v1alpha1 sidecar panics when a grant answers ALREADY_EXISTS"),
                GrantChecks::neverAlreadyExists)
            .in(revision -> !revision.isV1Alpha2()),
        check(
            "grant/deleted-bucket",
            "access can be granted to a bucket that exists",
            GrantChecks::deletedBucket),
        check(
            "grant/unknown-bucket",
            "access can be granted to a bucket that exists",
            GrantChecks::unknownBucket),
        check(
                "grant/several-buckets",
                "MUST return OUT_OF_RANGE if, and only if, one access cannot have several buckets",
                GrantChecks::severalBuckets)
            .in(ApiRevision::isV1Alpha2));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", sentence), body);
  }

  private static void shape(Trial trial) throws InterruptedException {
    trial.valid(trial.access(trial.accessRequest(trial.bucket(), Mode.READ_WRITE)).violations());
  }

  private static void idempotent(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access first = trial.access(request);
    Access second = trial.access(request);
    trial.require(
        first.accountId().equals(second.accountId()),
        "account_id must stay '%s', but became '%s'",
        first.accountId(),
        second.accountId());
    trial.require(
        first.buckets().equals(second.buckets()),
        "the buckets must stay %s, but became %s",
        first.buckets(),
        second.buckets());
  }

  private static void sameCredential(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access first = trial.access(request);
    for (int i = 0; i < 3; i++) {
      same(trial, "granted again", first, trial.access(request));
    }
  }

  /** Fails unless both answers have the same account id and the same credentials. */
  static void same(Trial trial, String what, Access first, Access second) {
    trial.require(
        first.accountId().equals(second.accountId()),
        "%s: account_id must stay '%s', but became '%s'",
        what,
        first.accountId(),
        second.accountId());
    trial.require(
        first.credentials().equals(second.credentials()),
        "%s: the credential must stay %s, but became %s",
        what,
        first.credentials(),
        second.credentials());
  }

  private static void distinct(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    Access one = trial.access(trial.accessRequest(bucket, Mode.READ_WRITE));
    Access other = trial.access(trial.accessRequest(bucket, Mode.READ_WRITE));
    trial.require(
        !one.accountId().equals(other.accountId()),
        "two names must not be one account '%s'",
        one.accountId());
    trial.require(
        !one.credentials().equals(other.credentials()),
        "two accounts must not share the credential %s: revoking one would end both",
        one.credentials());
  }

  private static void otherBucket(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    AccessRequest changed = moved(request, trial.bucket());
    trial.code(
        "the same account with another bucket", again(trial, access, changed), ALREADY_EXISTS);
  }

  private static void otherMode(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    AccessRequest request = trial.accessRequest(bucket, Mode.READ_WRITE);
    Access access = trial.access(request);
    AccessRequest changed =
        request.withBuckets(List.of(new AccessedBucket(bucket, GrantModes.data(Mode.READ_ONLY))));
    RpcAnswer<Access> answer = again(trial, access, changed);
    if (answer.code() == INVALID_ARGUMENT) {
      throw trial.skipped("the driver does not offer READ_ONLY");
    }
    trial.code("the same account with another mode", answer, ALREADY_EXISTS);
  }

  /** Returns the same request for another bucket, with READ_WRITE for its data. */
  static AccessRequest moved(AccessRequest request, Bucket other) {
    return request.withBuckets(
        List.of(new AccessedBucket(other, GrantModes.data(Mode.READ_WRITE))));
  }

  /**
   * Grants to the account of an existing access again; the request may differ in all other fields.
   */
  static RpcAnswer<Access> again(Trial trial, Access access, AccessRequest request)
      throws InterruptedException {
    String key = trial.revision().generatesAccessIds() ? access.accountId() : request.account();
    return trial.answer(() -> trial.client().grant(key, request));
  }

  private static void neverAlreadyExists(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    trial.access(request);
    AccessRequest changed = moved(request, trial.bucket());
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(changed));
    trial.require(
        answer.code() != ALREADY_EXISTS,
        "the same account with another bucket must not be ALREADY_EXISTS; FAILED_PRECONDITION"
            + " would do");
    if (answer.code() == OK) {
      trial.warn("one account name got access to two buckets");
    }
  }

  private static void deletedBucket(Trial trial) throws InterruptedException {
    Bucket gone = DeleteChecks.deleted(trial, trial.bucketRequest());
    missing(trial, "a grant on a bucket that was deleted", gone);
  }

  private static void unknownBucket(Trial trial) throws InterruptedException {
    missing(trial, "a grant on an unknown bucket", Bucket.named(trial.names().bucket()));
  }

  private static void missing(Trial trial, String what, Bucket bucket) throws InterruptedException {
    AccessRequest request = trial.accessRequest(bucket, Mode.READ_WRITE);
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
    trial.require(answer.code() != OK, "%s must fail, but is OK", what);
    trial.require(
        !List.of(INTERNAL, UNKNOWN, ALREADY_EXISTS).contains(answer.code()),
        "%s must say what is wrong, as NOT_FOUND would, but the answer was %s",
        what,
        answer.code());
  }

  private static void severalBuckets(Trial trial) throws InterruptedException {
    AccessRequest request =
        trial.accessRequest(
            List.of(
                new AccessedBucket(trial.bucket(), GrantModes.data(Mode.READ_WRITE)),
                new AccessedBucket(trial.bucket(), GrantModes.data(Mode.READ_WRITE)),
                new AccessedBucket(trial.bucket(), GrantModes.data(Mode.READ_WRITE))));
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
    trial.code("access to three buckets", answer, OK, OUT_OF_RANGE);
    if (!(answer instanceof RpcAnswer.Ok<Access>(Access access))) {
      trial.note("one access, one bucket: OUT_OF_RANGE");
      return;
    }
    List<String> granted = access.buckets().stream().map(Access.GrantedBucket::bucketId).toList();
    List<String> asked = request.buckets().stream().map(b -> b.bucket().id()).toList();
    trial.require(
        granted.size() == asked.size() && granted.containsAll(asked),
        "the answer must name the buckets %s, but names %s",
        asked,
        granted);
    AccessRequest reversed = request.withBuckets(request.buckets().reversed());
    same(
        trial,
        "granted again with the buckets in another order",
        access,
        trial.ok("the order of buckets does not matter", () -> trial.client().grant(reversed)));
  }
}
