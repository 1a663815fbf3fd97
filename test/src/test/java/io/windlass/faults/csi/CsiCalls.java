package io.windlass.faults.csi;

import io.grpc.Channel;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.windlass.faults.Progress;
import io.windlass.faults.RetryLoop;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.GroupControllerGrpc;
import io.windlass.proto.csi.GroupControllerGrpc.GroupControllerBlockingStub;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.NodeGrpc.NodeBlockingStub;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Calls a controller and a node as a CO does: repeats calls that were not answered or took too
 * long. Used by one thread.
 */
public final class CsiCalls {
  private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

  private final Channel controller;
  private final Channel node;
  private final RetryLoop retryLoop;

  public CsiCalls(Channel controller, Channel node, RandomGenerator random, Progress progress) {
    this.controller = controller;
    this.node = node;
    this.retryLoop = new RetryLoop(random, progress);
  }

  /** Returns calls of a single client, of a plugin that is both. */
  public static CsiCalls alone(Channel both, RandomGenerator random) {
    return new CsiCalls(both, both, random, new Progress());
  }

  /** An answer, or the reason why there is none. */
  record Outcome<T>(Code code, String text, Optional<T> answer) {}

  /** The source of everything that is left to chance. */
  RandomGenerator random() {
    return retryLoop.random();
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return retryLoop.codes();
  }

  /** Calls the controller until there is an answer, which has to be OK. */
  <T> T controller(String what, Function<ControllerBlockingStub, T> call) {
    return get(what, () -> call.apply(controllerStub()));
  }

  /** The same of the node. */
  public <T> T node(String what, Function<NodeBlockingStub, T> call) {
    return get(what, () -> call.apply(nodeStub()));
  }

  /** The same of a controller of groups. */
  <T> T groups(String what, Function<GroupControllerBlockingStub, T> call) {
    return get(
        what,
        () ->
            call.apply(
                GroupControllerGrpc.newBlockingStub(controller)
                    .withDeadlineAfter(LONGEST_CALL.toSeconds(), TimeUnit.SECONDS)));
  }

  /** Calls the controller once; the outcome may stay unknown. */
  <T> Optional<T> controllerOnce(String what, Function<ControllerBlockingStub, T> call) {
    return once(what, () -> call.apply(controllerStub()));
  }

  /** The same of the node. */
  <T> Optional<T> nodeOnce(String what, Function<NodeBlockingStub, T> call) {
    return once(what, () -> call.apply(nodeStub()));
  }

  /** The id that the node says it has. */
  public String nodeId() {
    return node("who it is", stub -> stub.nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()))
        .getNodeId();
  }

  private ControllerBlockingStub controllerStub() {
    return ControllerGrpc.newBlockingStub(controller)
        .withDeadlineAfter(LONGEST_CALL.toSeconds(), TimeUnit.SECONDS);
  }

  private NodeBlockingStub nodeStub() {
    return NodeGrpc.newBlockingStub(node)
        .withDeadlineAfter(LONGEST_CALL.toSeconds(), TimeUnit.SECONDS);
  }

  private <T> T get(String what, Supplier<T> call) {
    Outcome<T> outcome = retryLoop.ask(what, () -> outcome(call), Outcome::code);
    return outcome.answer.orElseThrow(() -> wrong(what, outcome));
  }

  private <T> Optional<T> once(String what, Supplier<T> call) {
    Outcome<T> outcome = retryLoop.once(() -> outcome(call), Outcome::code);
    if (outcome.answer.isEmpty() && retryLoop.isAnswer(outcome.code)) {
      throw wrong(what, outcome);
    }
    return outcome.answer;
  }

  private static AssertionError wrong(String what, Outcome<?> outcome) {
    return new AssertionError("%s answered %s: %s".formatted(what, outcome.code, outcome.text));
  }

  private static <T> Outcome<T> outcome(Supplier<T> call) {
    try {
      return new Outcome<>(Code.OK, "", Optional.of(call.get()));
    } catch (StatusRuntimeException e) {
      return new Outcome<>(
          e.getStatus().getCode(),
          String.valueOf(e.getStatus().getDescription()),
          Optional.empty());
    }
  }
}
