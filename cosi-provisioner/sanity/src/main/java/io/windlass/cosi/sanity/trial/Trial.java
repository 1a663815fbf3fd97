package io.windlass.cosi.sanity.trial;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.grpc.Status;
import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RecordedCall;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** One run of one check: makes buckets and accesses for the check, and judges the answers. */
public final class Trial {
  private static final int SHOWN_EXCHANGES = 3;

  private final Session session;
  private final Ledger ledger = new Ledger();
  private final CosiClient client;
  private final Patience patience;
  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<StoreSession> opened = new ArrayList<>();

  Trial(Session session) {
    this.session = session;
    this.client = new TrackedClient(session.client(), ledger);
    this.patience = new Patience(session.settings().timeout());
  }

  // ---- what the check works with

  public CosiClient client() {
    return client;
  }

  public ApiRevision revision() {
    return client.revision();
  }

  public SanitySettings settings() {
    return session.settings();
  }

  public Session session() {
    return session;
  }

  public CosiNames names() {
    return session.names();
  }

  // ---- making things

  /** Returns a request for a bucket with a new name. */
  public BucketRequest bucketRequest() {
    return new BucketRequest(
        names().bucket(), List.of(settings().protocol()), settings().parameters());
  }

  /** Creates a new bucket. */
  public Bucket bucket() throws InterruptedException {
    return bucket(bucketRequest());
  }

  /** Creates the bucket of a request. */
  public Bucket bucket(BucketRequest request) throws InterruptedException {
    return ok("a bucket is made", () -> client.create(request));
  }

  /** Returns a request for an access with a new account name. */
  public AccessRequest accessRequest(Bucket bucket, GrantModes modes) {
    return accessRequest(List.of(new AccessedBucket(bucket, modes)));
  }

  /** Returns a request for an access with a new account name and a mode for object data alone. */
  public AccessRequest accessRequest(Bucket bucket, Mode mode) {
    return accessRequest(bucket, GrantModes.data(mode));
  }

  /** Returns a request for an access to several buckets with a new account name. */
  public AccessRequest accessRequest(List<AccessedBucket> buckets) {
    return new AccessRequest(
        names().account(),
        settings().protocol(),
        Optional.empty(),
        settings().accessParameters(),
        buckets);
  }

  /** Grants the access of a request. */
  public Access access(AccessRequest request) throws InterruptedException {
    return ok("access is granted", () -> client.grant(request));
  }

  /** Opens a client with the credential of an access; {@link #end} closes it. */
  public StoreSession use(Access access, Bucket bucket) {
    return use(access, bucket, Proof.GRANTED);
  }

  /** Opens a client that presents this of an access; {@link #end} closes it. */
  public StoreSession use(Access access, Bucket bucket, Proof proof) {
    StoreSessions clients = session.store().orElseThrow();
    if (settings().protocol() != clients.protocol()) {
      throw skipped("the buckets speak %s, not %s", settings().protocol(), clients.protocol());
    }
    try {
      StoreSession store = clients.open(access, bucket.id(), proof);
      opened.add(store);
      ledger.wrote(bucket);
      return store;
    } catch (IllegalArgumentException e) {
      throw failed(
          "a client of %s can be made from the answer to the grant, but %s",
          clients.protocol(), String.valueOf(e.getMessage()));
    }
  }

  // ---- judging

  /**
   * Returns the value of an answer that must be OK. Repeats the call for a while if the answer asks
   * for that.
   */
  public <T> T ok(String what, Supplier<RpcAnswer<T>> call) throws InterruptedException {
    return ok(what, patience.answer(call));
  }

  /** Returns the value of an answer that must be OK. */
  public <T> T ok(String what, RpcAnswer<T> answer) {
    return switch (answer) {
      case RpcAnswer.Ok<T>(T value) -> value;
      case RpcAnswer.Refused<T>(Status.Code code, String message) ->
          throw failed("%s, but the answer was %s: %s", what, code, message);
    };
  }

  /** Fails unless the answer has one of these codes. */
  public void code(String what, RpcAnswer<?> answer, Status.Code... expected) {
    require(
        Arrays.asList(expected).contains(answer.code()),
        "%s: expected %s, but the answer was %s",
        what,
        Arrays.toString(expected),
        answer.code());
  }

  /**
   * Returns the last answer of a call, which is repeated for a while if the answer asks for that.
   */
  public <T> RpcAnswer<T> answer(Supplier<RpcAnswer<T>> call) throws InterruptedException {
    return patience.answer(call);
  }

  @FormatMethod
  public void require(boolean condition, @FormatString String expectation, Object... args) {
    if (!condition) {
      throw failed(expectation, args);
    }
  }

  /** Fails if there are violations, for which the sidecar would have refused the answer. */
  public void valid(List<String> violations) {
    if (!violations.isEmpty()) {
      throw failed("%s", String.join("; ", violations));
    }
  }

  @FormatMethod
  Ended failed(@FormatString String reason, Object... args) {
    List<RecordedCall> all = session.transcript().recent();
    List<RecordedCall> last = all.subList(Math.max(0, all.size() - SHOWN_EXCHANGES), all.size());
    return new Ended(new Outcome.Fail(reason.formatted(args), last));
  }

  @FormatMethod
  public Ended skipped(@FormatString String reason, Object... args) {
    return new Ended(new Outcome.Skip(reason.formatted(args)));
  }

  /** Adds a warning: something that deserves attention but breaks no rule. */
  @FormatMethod
  public void warn(@FormatString String reason, Object... args) {
    warnings.add(reason.formatted(args));
  }

  /** Adds a note, which is reported if the check passes. */
  @FormatMethod
  public void note(@FormatString String text, Object... args) {
    notes.add(text.formatted(args));
  }

  Outcome outcome() {
    return warnings.isEmpty()
        ? new Outcome.Pass(String.join("; ", notes))
        : new Outcome.Warn(String.join("; ", warnings));
  }

  /**
   * Deletes what the check made. Must be called whatever the outcome is. The deletion runs in a
   * thread of its own, because a stop of the run interrupts this thread and must not stop the
   * deletion.
   */
  void end() {
    opened.forEach(StoreSession::close);
    FutureTask<List<String>> cleaning =
        new FutureTask<>(() -> new Cleaner(client, ledger, session).clean());
    Thread.ofPlatform().name("clean").start(cleaning);
    session.leave(uninterrupted(cleaning));
  }

  private static List<String> uninterrupted(FutureTask<List<String>> cleaning) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return cleaning.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException("what was made cannot be removed", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
