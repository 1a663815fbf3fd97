package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.OK;

import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Need;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.EmptyAnswer;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.time.Duration;
import java.util.List;

/** Checks of a credential from its grant to its revocation. */
final class KeyLifeChecks {
  private KeyLifeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "key/unchanged-by-grant",
                Rule.sidecar(
                    "access is granted again at every start: what running workloads hold must go"
                        + " on working"),
                KeyLifeChecks::unchangedByGrant)
            .needing(Need.STORE),
        Check.of(
                "key/unchanged-by-restart",
                Rule.sidecar("a restart of the driver is no business of running workloads"),
                KeyLifeChecks::unchangedByRestart)
            .needing(Need.STORE)
            .needing(Need.RESTART),
        check(
            "key/revoked",
            "DriverRevokeBucketAccess",
            "revokes access to the given buckets from a principal",
            KeyLifeChecks::revoked),
        check(
            "key/revoke-leaves-others",
            "DriverRevokeBucketAccess",
            "revokes access from a principal, and from no other",
            KeyLifeChecks::revokeLeavesOthers),
        check(
            "key/grant-after-revoke",
            "DriverGrantBucketAccess",
            "grants access, whatever was before",
            KeyLifeChecks::grantAfterRevoke),
        check(
            "key/deleted-bucket",
            "DriverDeleteBucket",
            "deletes the bucket in the backend",
            KeyLifeChecks::deletedBucket),
        check(
            "key/delete-with-objects",
            "DriverDeleteBucket",
            "deletes the bucket in the backend: all of it, or nothing",
            KeyLifeChecks::deleteWithObjects));
  }

  private static Check check(String id, String section, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec(section, sentence), body).needing(Need.STORE);
  }

  private static void unchangedByGrant(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.writer(trial, trial.bucket());
    for (int i = 0; i < 3; i++) {
      GrantChecks.same(trial, "granted again", key.access(), trial.access(key.request()));
      KeyChecks.intact(trial, key.store());
    }
  }

  private static void unchangedByRestart(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.writer(trial, trial.bucket());
    trial.session().restart();
    // A driver with an embedded storage server takes that server down during the restart too.
    KeyChecks.within(
        trial.settings().timeout(),
        trial,
        "the key works after a restart",
        () -> key.store().get(KeyChecks.SEED),
        StoreAnswer::isAllowed);
    KeyChecks.intact(trial, key.store());
    GrantChecks.same(trial, "granted again", key.access(), trial.access(key.request()));
    KeyChecks.intact(trial, key.store());
  }

  private static void revoked(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.writer(trial, trial.bucket());
    StoreSession store = key.store();
    KeyChecks.revoke(trial, key);
    Duration took =
        KeyChecks.soon(
            trial, "a revoked key is dead", () -> store.get(KeyChecks.SEED), StoreAnswer::isDenied);
    KeyChecks.denied(trial, "a revoked key", store.list());
    KeyChecks.denied(trial, "a revoked key", store.put("cosi-sanity/late", "x"));
    KeyChecks.denied(trial, "a revoked key", store.delete(KeyChecks.SEED));
    if (took.isZero()) {
      trial.note("dead at once");
    } else {
      trial.note(
          "dead after %d ms, %d were allowed",
          took.toMillis(), trial.settings().settle().toMillis());
    }
  }

  private static void revokeLeavesOthers(Trial trial) throws InterruptedException {
    Bucket bucket = trial.bucket();
    LiveKey revoked = KeyChecks.writer(trial, bucket);
    LiveKey other = KeyChecks.writer(trial, bucket);
    KeyChecks.revoke(trial, revoked);
    KeyChecks.soon(
        trial,
        "a revoked key is dead",
        () -> revoked.store().get(KeyChecks.SEED),
        StoreAnswer::isDenied);
    KeyChecks.intact(trial, other.store());
    KeyChecks.allowed(trial, "the other key", other.store().put("cosi-sanity/after", "x"));
  }

  private static void grantAfterRevoke(Trial trial) throws InterruptedException {
    LiveKey first = KeyChecks.writer(trial, trial.bucket());
    KeyChecks.revoke(trial, first);
    StoreSession second = trial.use(trial.access(first.request()), first.bucket());
    KeyChecks.soon(
        trial, "the new key works", () -> second.get(KeyChecks.SEED), StoreAnswer::isAllowed);
  }

  private static void deletedBucket(Trial trial) throws InterruptedException {
    BucketRequest wanted = trial.bucketRequest();
    LiveKey key = KeyChecks.key(trial, trial.bucket(wanted), GrantModes.data(Mode.READ_WRITE));
    KeyChecks.soon(trial, "the key works", key.store()::list, StoreAnswer::isAllowed);
    RpcAnswer<EmptyAnswer> answer = delete(trial, key.bucket(), wanted);
    if (answer.code() == FAILED_PRECONDITION) {
      throw trial.skipped("a bucket is not deleted while there is access to it");
    }
    trial.ok("the bucket is deleted", answer);
    KeyChecks.soon(
        trial,
        "the bucket is gone",
        key.store()::list,
        listed -> listed.isDenied() || listed.verdict() == StoreAnswer.Verdict.MISSING);
  }

  private static void deleteWithObjects(Trial trial) throws InterruptedException {
    BucketRequest wanted = trial.bucketRequest();
    LiveKey key = KeyChecks.writer(trial, trial.bucket(wanted));
    RpcAnswer<EmptyAnswer> answer = delete(trial, key.bucket(), wanted);
    if (answer.code() == OK) {
      trial.note("deleted with the objects in it");
      trial.require(
          !key.store().get(KeyChecks.SEED).isAllowed(), "the objects must be gone as well");
      return;
    }
    trial.note("refused with %s", answer.code());
    KeyChecks.intact(trial, key.store());
    if (answer.code() != FAILED_PRECONDITION) {
      trial.warn("refused with %s, where FAILED_PRECONDITION would say why", answer.code());
    }
  }

  private static RpcAnswer<EmptyAnswer> delete(Trial trial, Bucket bucket, BucketRequest wanted)
      throws InterruptedException {
    return trial.answer(() -> trial.client().delete(bucket.id(), wanted.parameters()));
  }
}
