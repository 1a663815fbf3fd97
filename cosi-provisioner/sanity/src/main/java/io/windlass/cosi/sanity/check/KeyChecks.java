package io.windlass.cosi.sanity.check;

import io.grpc.Status;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Grants credentials, and judges what the storage server answers to those who use them. */
final class KeyChecks {
  /** Key of the object that {@link #writer} writes; its content is {@link #CONTENT}. */
  static final String SEED = "cosi-sanity/seed";

  static final String CONTENT = "hauled by cosi-sanity";

  private static final Duration PAUSE = Duration.ofMillis(50);

  private KeyChecks() {}

  /** Grants access with these modes. Skips the check if the driver does not offer the modes. */
  static LiveKey key(Trial trial, Bucket bucket, GrantModes modes) throws InterruptedException {
    AccessRequest request = trial.accessRequest(bucket, modes);
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
    if (answer instanceof RpcAnswer.Refused<Access>(Status.Code code, String message)
        && code == Status.Code.INVALID_ARGUMENT
        && !modes.equals(GrantModes.data(Mode.READ_WRITE))) {
      throw trial.skipped("the driver does not offer %s: %s", modes, message);
    }
    Access access = trial.ok("access is granted", answer);
    return new LiveKey(bucket, request, access, trial.use(access, bucket));
  }

  /**
   * Grants READ_WRITE access and writes the object {@link #SEED}, which waits until the credential
   * works.
   */
  static LiveKey writer(Trial trial, Bucket bucket) throws InterruptedException {
    LiveKey key = key(trial, bucket, GrantModes.data(Mode.READ_WRITE));
    soon(
        trial,
        "a key that was just granted works",
        () -> key.store().put(SEED, CONTENT),
        StoreAnswer::isAllowed);
    return key;
  }

  /** Grants access with these modes and waits until the credential can read {@link #SEED}. */
  static LiveKey reader(Trial trial, Bucket bucket, GrantModes modes) throws InterruptedException {
    LiveKey key = key(trial, bucket, modes);
    soon(
        trial,
        "a key that was just granted works",
        () -> key.store().get(SEED),
        StoreAnswer::isAllowed);
    return key;
  }

  static void allowed(Trial trial, String who, StoreAnswer answer) {
    trial.require(answer.isAllowed(), "%s must be allowed to do this, but %s", who, answer);
  }

  static void denied(Trial trial, String who, StoreAnswer answer) {
    trial.require(answer.isDenied(), "%s must not be allowed to do this, but %s", who, answer);
  }

  /**
   * Fails unless the request was denied, or answered as if the bucket or object did not exist, or
   * is not offered by the server at all.
   */
  static void outOfReach(Trial trial, String who, StoreAnswer answer) {
    boolean out =
        switch (answer.verdict()) {
          case DENIED, MISSING, UNSUPPORTED -> true;
          case ALLOWED, UNCLEAR -> false;
        };
    trial.require(out, "%s must not be allowed to do this, but %s", who, answer);
  }

  /** Fails unless the object {@link #SEED} exists and has its original content. */
  static void intact(Trial trial, StoreSession store) {
    StoreAnswer answer = store.get(SEED);
    trial.require(
        answer.isAllowed() && answer.detail().equals(CONTENT),
        "the object that existed before must be unchanged, but %s",
        answer);
  }

  /**
   * Repeats a request until its answer is the wanted one, at most for the settle time of the
   * settings.
   *
   * @return time that this took; zero if the first answer was the wanted one
   */
  static Duration soon(
      Trial trial, String what, Supplier<StoreAnswer> request, Predicate<StoreAnswer> wanted)
      throws InterruptedException {
    return within(trial.settings().settle(), trial, what, request, wanted);
  }

  /** Repeats a request until its answer is the wanted one, at most for the given time. */
  static Duration within(
      Duration bound,
      Trial trial,
      String what,
      Supplier<StoreAnswer> request,
      Predicate<StoreAnswer> wanted)
      throws InterruptedException {
    long start = System.nanoTime();
    StoreAnswer answer = request.get();
    if (wanted.test(answer)) {
      return Duration.ZERO;
    }
    while (true) {
      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      trial.require(
          waited.compareTo(bound) < 0,
          "%s: this did not become true within %d ms, %s",
          what,
          bound.toMillis(),
          answer);
      Thread.sleep(PAUSE);
      answer = request.get();
      if (wanted.test(answer)) {
        return Duration.ofNanos(System.nanoTime() - start);
      }
    }
  }

  static void revoke(Trial trial, LiveKey key) throws InterruptedException {
    trial.ok(
        "the access is revoked",
        () -> trial.client().revoke(key.access().accountId(), key.request()));
  }
}
