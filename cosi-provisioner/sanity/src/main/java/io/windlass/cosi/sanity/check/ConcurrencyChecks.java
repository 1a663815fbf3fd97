package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.UNAVAILABLE;

import io.grpc.Status;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Together;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Checks of many calls at once, as a system that lost its state may make them. */
final class ConcurrencyChecks {
  private ConcurrencyChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "concurrent/create",
            "the Plugin SHOULD handle several calls for one thing as gracefully as possible;"
                + " ABORTED MAY be returned",
            ConcurrencyChecks::create),
        check(
            "concurrent/grant",
            "the Plugin SHOULD handle several calls for one thing as gracefully as possible;"
                + " ABORTED MAY be returned",
            ConcurrencyChecks::grant),
        check(
            "concurrent/revoke",
            "the Plugin SHOULD handle several calls for one thing as gracefully as possible;"
                + " ABORTED MAY be returned",
            ConcurrencyChecks::revoke),
        check(
            "concurrent/delete",
            "the Plugin SHOULD handle several calls for one thing as gracefully as possible;"
                + " ABORTED MAY be returned",
            ConcurrencyChecks::delete),
        check(
            "concurrent/create-and-delete",
            "a call that negates another one cancels it: what is left is whole, or nothing",
            ConcurrencyChecks::createAndDelete),
        check(
            "concurrent/many-buckets",
            "there is one call in flight for one bucket: other buckets do not wait for it",
            ConcurrencyChecks::manyBuckets));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("Concurrency", sentence), body);
  }

  /**
   * Makes the same call many times at once. Returns the values of the answers that are OK. Fails
   * unless at least one answer is OK and all others are ABORTED or UNAVAILABLE. Where the storage
   * server may follow late, no first call need be OK: then one that is repeated has to be.
   */
  private static <T> List<T> atOnce(Trial trial, String what, Supplier<RpcAnswer<T>> call)
      throws InterruptedException {
    List<RpcAnswer<T>> answers = Together.run(trial.settings().concurrency(), i -> call.get());
    List<T> values = new ArrayList<>();
    Set<Status.Code> others = new HashSet<>();
    for (RpcAnswer<T> answer : answers) {
      switch (answer) {
        case RpcAnswer.Ok<T>(T value) -> values.add(value);
        case RpcAnswer.Refused<T>(Status.Code code, String _) -> others.add(code);
      }
    }
    Set<Status.Code> wrong = new HashSet<>(others);
    wrong.removeAll(List.of(ABORTED, UNAVAILABLE));
    trial.require(
        wrong.isEmpty(),
        "%s, %d times at once: each must be OK, ABORTED or UNAVAILABLE, but there was %s",
        what,
        answers.size(),
        wrong);
    trial.note("%d OK of %d", values.size(), answers.size());
    if (values.isEmpty() && !trial.settings().settle().isZero()) {
      values.add(trial.ok(what, call));
    }
    trial.require(
        !values.isEmpty(),
        "%s, %d times at once: one at least must be OK, but all were %s",
        what,
        answers.size(),
        others);
    return values;
  }

  private static void create(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    List<Bucket> made = atOnce(trial, "one bucket", () -> trial.client().create(request));
    Bucket after = trial.bucket(request);
    made.forEach(bucket -> CreateChecks.same(trial, "one name, one bucket", bucket, after));
    trial.ok(
        "the bucket is deleted", () -> trial.client().delete(after.id(), request.parameters()));
  }

  private static void grant(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    List<Access> granted = atOnce(trial, "one access", () -> trial.client().grant(request));
    Access after = trial.access(request);
    granted.forEach(access -> GrantChecks.same(trial, "one account", access, after));
  }

  private static void revoke(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    atOnce(trial, "one revoke", () -> trial.client().revoke(access.accountId(), request));
  }

  private static void delete(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket bucket = trial.bucket(request);
    atOnce(trial, "one delete", () -> trial.client().delete(bucket.id(), request.parameters()));
  }

  private static void createAndDelete(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket bucket = trial.bucket(request);
    IntFunction<RpcAnswer<?>> call =
        i ->
            i % 2 == 0
                ? trial.client().create(request)
                : trial.client().delete(bucket.id(), request.parameters());
    for (RpcAnswer<?> answer : Together.run(trial.settings().concurrency(), call)) {
      trial.code("create and delete at once", answer, OK, ABORTED, UNAVAILABLE);
    }
    Bucket after = trial.bucket(request);
    trial.require(
        after.id().equals(bucket.id()) || !trial.revision().generatesBucketIds(),
        "bucket_id must stay '%s', but became '%s'",
        bucket.id(),
        after.id());
    if (trial.revision().isV1Alpha2()) {
      trial.ok("the bucket is found", () -> trial.client().get(after.id(), request));
    }
  }

  private static void manyBuckets(Trial trial) throws InterruptedException {
    List<BucketRequest> requests = new ArrayList<>();
    for (int i = 0; i < trial.settings().concurrency(); i++) {
      requests.add(trial.bucketRequest());
    }
    List<RpcAnswer<Bucket>> answers =
        Together.run(requests.size(), i -> trial.client().create(requests.get(i)));
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < requests.size(); i++) {
      trial.code("many buckets at once", answers.get(i), OK, UNAVAILABLE);
      ids.add(trial.bucket(requests.get(i)).id());
    }
    trial.require(
        ids.size() == requests.size(),
        "%d names must be as many buckets, but were %d",
        requests.size(),
        ids.size());
  }
}
