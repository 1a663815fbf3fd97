package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.Mode;
import java.util.List;
import java.util.Map;

/** Checks of DriverRevokeBucketAccess. */
final class RevokeChecks {
  private static final String GONE =
      "MUST return OK if access has already been removed from a principal";

  private RevokeChecks() {}

  static List<Check> all() {
    return List.of(
        check("revoke/twice", GONE, RevokeChecks::twice),
        check("revoke/unknown", GONE, RevokeChecks::unknown),
        check("revoke/never-granted", GONE, RevokeChecks::neverGranted)
            .in(ApiRevision::generatesAccessIds),
        check("revoke/deleted-bucket", GONE, RevokeChecks::deletedBucket),
        check(
                "revoke/without-parameters",
                "parameters are OPTIONAL",
                RevokeChecks::withoutParameters)
            .in(ApiRevision::isV1Alpha2),
        check(
            "revoke/grant-again",
            "a revoked access is no longer in the way of one of the same name",
            RevokeChecks::grantAgain));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverRevokeBucketAccess", sentence), body);
  }

  static void revoke(Trial trial, String what, String accountId, AccessRequest request)
      throws InterruptedException {
    trial.ok(what, () -> trial.client().revoke(accountId, request));
  }

  private static void twice(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    revoke(trial, "the access is revoked", access.accountId(), request);
    revoke(trial, "revoking it again is OK", access.accountId(), request);
  }

  private static void unknown(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    revoke(trial, "revoking an access that never existed is OK", request.account(), request);
  }

  private static void neverGranted(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    String id = trial.ok("an id", () -> trial.client().accessKey(request));
    revoke(trial, "revoking an access that got an id and was never granted is OK", id, request);
  }

  private static void deletedBucket(Trial trial) throws InterruptedException {
    BucketRequest wanted = trial.bucketRequest();
    Bucket bucket = trial.bucket(wanted);
    AccessRequest request = trial.accessRequest(bucket, Mode.READ_WRITE);
    Access access = trial.access(request);
    revoke(trial, "the access is revoked", access.accountId(), request);
    trial.ok(
        "the bucket is deleted", () -> trial.client().delete(bucket.id(), wanted.parameters()));
    revoke(trial, "revoking again without the bucket is OK", access.accountId(), request);
  }

  private static void withoutParameters(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    revoke(
        trial,
        "an access is revoked without the parameters of its class",
        access.accountId(),
        request.withParameters(Map.of()));
  }

  private static void grantAgain(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    revoke(trial, "the access is revoked", access.accountId(), request);
    trial.access(request);
  }
}
