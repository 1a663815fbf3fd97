package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AnswerRules;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.Mode;
import java.util.List;

/** Checks of DriverGenerateBucketAccessId. */
final class AccessIdChecks {
  private AccessIdChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "access-id/shape",
            "account_id is REQUIRED: at most 2048 characters of [A-Za-z0-9-._/]",
            AccessIdChecks::shape),
        check(
            "access-id/deterministic",
            "MUST return the same id for the same name, whenever it is called",
            AccessIdChecks::deterministic),
        check(
            "access-id/distinct",
            "the id identifies one access: another name has another id",
            AccessIdChecks::distinct));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGenerateBucketAccessId", sentence), body)
        .in(ApiRevision::generatesAccessIds);
  }

  private static String id(Trial trial, AccessRequest request) throws InterruptedException {
    return trial.ok("an id is generated", () -> trial.client().accessKey(request));
  }

  private static void shape(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    trial.valid(AnswerRules.id("account_id", id(trial, request)));
  }

  private static void deterministic(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    String first = id(trial, request);
    String second = id(trial, request);
    trial.require(
        first.equals(second), "the same id again, but it was '%s' and then '%s'", first, second);
    trial.access(request);
    String third = id(trial, request);
    trial.require(
        first.equals(third),
        "the same id once the access is there, but it was '%s' and then '%s'",
        first,
        third);
  }

  private static void distinct(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    String one = id(trial, trial.accessRequest(bucket, Mode.READ_WRITE));
    String other = id(trial, trial.accessRequest(bucket, Mode.READ_WRITE));
    trial.require(!one.equals(other), "two names must not have the same id '%s'", one);
  }
}
