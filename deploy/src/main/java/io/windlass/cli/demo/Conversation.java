package io.windlass.cli.demo;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.call.ApiClient;
import io.windlass.cli.call.ApiJson;
import io.windlass.clock.RunningClock;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreAnswer.Verdict;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Makes calls to the driver and requests to the store, and shows them on the screen. */
final class Conversation implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /**
   * How long a call is repeated that was not answered, or not yet: Google keeps versions only after
   * a minute. Time counts in which this process could run: on a busy machine a mounter may not
   * start in time.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Set<Status.Code> AGAIN =
      Set.of(Status.Code.UNAVAILABLE, Status.Code.ABORTED, Status.Code.DEADLINE_EXCEEDED);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Characters of a sealed credential that are shown. */
  private static final int SEALED = 16;

  private final Screen screen;
  private final Api api;
  private final ApiClient client;
  private final RunningClock clock = RunningClock.start();

  Conversation(Screen screen, Api api, String endpoint) {
    this.screen = screen;
    this.api = api;
    this.client = new ApiClient(endpoint, TIMEOUT);
  }

  /**
   * Calls the driver, which must answer OK. Repeats the call while the driver answers that it is to
   * be repeated, as a CO does.
   */
  ObjectNode call(String method, String json) {
    Deadline patience = Deadline.after(PATIENCE, clock);
    while (true) {
      MethodDescriptor called = shown(method, json);
      long began = System.nanoTime();
      try {
        ObjectNode answer = client.call(called, ApiClient.request(called, json));
        screen.received(since(began), line(called.getOutputType(), answer));
        return answer;
      } catch (StatusException e) {
        if (!AGAIN.contains(e.getStatus().getCode()) || patience.isOver()) {
          throw new NotAsExpected("an answer", client.explain(e));
        }
        screen.received(since(began), client.explain(e));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Calls the driver, which must refuse with this status. */
  void refused(String method, String json, Status.Code expected) {
    Deadline patience = Deadline.after(PATIENCE, clock);
    Status.Code found = refusal(method, json, expected);
    while (found != expected && AGAIN.contains(found) && !patience.isOver()) {
      LockSupport.parkNanos(PAUSE.toNanos());
      found = refusal(method, json, expected);
    }
    NotAsExpected.require(expected, found);
  }

  private Status.Code refusal(String method, String json, Status.Code expected) {
    MethodDescriptor called = shown(method, json);
    long began = System.nanoTime();
    try {
      throw new NotAsExpected(
          expected.name(), client.call(called, ApiClient.request(called, json)));
    } catch (StatusException e) {
      screen.received(since(began), client.explain(e));
      return e.getStatus().getCode();
    }
  }

  private MethodDescriptor shown(String method, String json) {
    MethodDescriptor called = api.method(method).orElseThrow();
    screen.sent(method + " " + line(called.getInputType(), ApiJson.tree(json)));
    return called;
  }

  /** Returns a message for people: secrets are masked, and a sealed credential is cut. */
  private static String line(Descriptor type, ObjectNode message) {
    ObjectNode shown = ApiJson.masked(type, message);
    if (shown.path("publish_context") instanceof ObjectNode context) {
      String sealed = context.path("credential").asString("");
      context.put("credential", sealed.substring(0, Math.min(SEALED, sealed.length())) + "…");
    }
    return ApiJson.oneLine(shown);
  }

  /** Makes a request of a workload, whose result must be this text. */
  void request(Workload workload, String what, Workload.Request request, String expected) {
    long first = System.nanoTime();
    StoreAnswer answer = told(workload, what, request);
    while (answer.verdict() == Verdict.DENIED && since(first).compareTo(workload.late()) < 0) {
      LockSupport.parkNanos(PAUSE.toNanos());
      answer = told(workload, what, request);
    }
    NotAsExpected.require(expected, answer.detail());
  }

  /** Makes a request of a workload, which the store must refuse. */
  void denied(Workload workload, String what, Workload.Request request) {
    NotAsExpected.require(Verdict.DENIED, told(workload, what, request).verdict());
  }

  private StoreAnswer told(Workload workload, String what, Workload.Request request) {
    screen.sent(workload.name() + ": " + what);
    long began = System.nanoTime();
    StoreAnswer answer = workload.send(request);
    screen.received(since(began), answer.detail());
    return answer;
  }

  /** Runs an action, and shows its result and time; the result must be this text. */
  void timed(String what, Supplier<String> deed, String expected) {
    screen.sent(what);
    long began = System.nanoTime();
    String found = deed.get();
    screen.received(since(began), found);
    NotAsExpected.require(expected, found);
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    client.close();
    clock.close();
  }
}
