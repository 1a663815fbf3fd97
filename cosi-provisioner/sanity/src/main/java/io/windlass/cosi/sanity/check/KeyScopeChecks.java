package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Need;
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
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.util.List;

/**
 * Checks of which buckets and operations a credential reaches, and that access needs a valid one.
 */
final class KeyScopeChecks {
  private KeyScopeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "key/bucket-name",
                Rule.sidecar(
                    "workloads of v1alpha1 are told the name that the bucket was asked for by,"
                        + " whatever bucket_id says"),
                KeyScopeChecks::bucketName)
            .in(revision -> !revision.isV1Alpha2())
            .needing(Need.STORE),
        check(
            "key/other-bucket",
            "access is granted to the buckets of the request",
            KeyScopeChecks::otherBucket),
        check(
                "key/several-buckets",
                "access is granted to each bucket of the request with the mode for that bucket",
                KeyScopeChecks::severalBuckets)
            .in(ApiRevision::isV1Alpha2),
        check(
            "key/no-bucket-admin",
            "access is granted to a bucket; making and deleting buckets is COSI's",
            KeyScopeChecks::noBucketAdmin),
        check(
            "key/no-policy",
            "access is granted to a principal; handing it on is not part of it",
            KeyScopeChecks::noPolicy),
        check(
            "key/wrong-secret",
            "credentials are REQUIRED for access: a wrong one gives none",
            KeyScopeChecks::wrongSecret),
        check(
            "key/no-credential",
            "credentials are REQUIRED for access: without any there is none",
            KeyScopeChecks::noCredential));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", sentence), body).needing(Need.STORE);
  }

  private static void bucketName(Trial trial) throws InterruptedException {
    if (trial.settings().protocol() == StorageProtocol.AZURE) {
      throw trial.skipped("on Azure, workloads are told the container's name by the token's URI");
    }
    LiveKey key = KeyChecks.key(trial, trial.bucket(), GrantModes.data(Mode.READ_WRITE));
    KeyChecks.soon(
        trial,
        "the bucket is called '%s' on the server".formatted(key.bucket().name()),
        key.store()::list,
        StoreAnswer::isAllowed);
  }

  private static void otherBucket(Trial trial) throws InterruptedException {
    StoreSession mine = KeyChecks.writer(trial, trial.bucket()).store();
    StoreSession theirs = KeyChecks.writer(trial, trial.bucket()).store();
    String who = "the key of another bucket";
    StoreSession reaching = mine.in(theirs.bucket());
    KeyChecks.outOfReach(trial, who, reaching.get(KeyChecks.SEED));
    KeyChecks.outOfReach(trial, who, reaching.list());
    KeyChecks.outOfReach(trial, who, reaching.put("cosi-sanity/intruder", "x"));
    KeyChecks.outOfReach(trial, who, reaching.delete(KeyChecks.SEED));
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
    StoreSession first = trial.use(access, writable);
    KeyChecks.soon(
        trial, "the first can be written", () -> first.put("a", "x"), StoreAnswer::isAllowed);
    StoreSession second = trial.use(access, readable);
    KeyChecks.intact(trial, second);
    KeyChecks.denied(trial, "READ_ONLY for the second bucket", second.put("a", "x"));
    StoreSession third = KeyChecks.writer(trial, trial.bucket()).store();
    KeyChecks.outOfReach(
        trial, "the key of two other buckets", first.in(third.bucket()).get(KeyChecks.SEED));
  }

  private static void noBucketAdmin(Trial trial) throws InterruptedException {
    StoreSession store = KeyChecks.writer(trial, trial.bucket()).store();
    StoreSession fresh = store.in(trial.names().bucket());
    StoreAnswer created = fresh.createBucket();
    if (created.isAllowed()) {
      fresh.deleteBucket();
    }
    KeyChecks.outOfReach(trial, "a granted key", created);
    store.delete(KeyChecks.SEED);
    KeyChecks.outOfReach(trial, "a granted key", store.deleteBucket());
    KeyChecks.allowed(trial, "the key, in the bucket that still exists,", store.list());
  }

  private static void noPolicy(Trial trial) throws InterruptedException {
    StoreSession store = KeyChecks.writer(trial, trial.bucket()).store();
    StoreAnswer read = store.policy();
    StoreAnswer written = store.publish();
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
    StoreSession store = trial.use(key.access(), key.bucket(), Proof.FORGED);
    String who = "a wrong secret";
    KeyChecks.denied(trial, who, store.get(KeyChecks.SEED));
    KeyChecks.denied(trial, who, store.list());
    KeyChecks.denied(trial, who, store.put("cosi-sanity/intruder", "x"));
    KeyChecks.denied(trial, who, store.delete(KeyChecks.SEED));
    KeyChecks.intact(trial, key.store());
  }

  /** A server may act towards strangers as if nothing were there. */
  private static void noCredential(Trial trial) throws InterruptedException {
    LiveKey key = KeyChecks.writer(trial, trial.bucket());
    StoreSession store = trial.use(key.access(), key.bucket(), Proof.NONE);
    String who = "an anonymous client";
    KeyChecks.outOfReach(trial, who, store.get(KeyChecks.SEED));
    KeyChecks.outOfReach(trial, who, store.list());
    KeyChecks.outOfReach(trial, who, store.put("cosi-sanity/intruder", "x"));
    KeyChecks.outOfReach(trial, who, store.delete(KeyChecks.SEED));
    KeyChecks.intact(trial, key.store());
  }
}
