package io.windlass.rpc;

import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/** Answers a unary call with the result of a computation, or with the status of its exception. */
public final class Unary {
  private Unary() {}

  /**
   * Computes the answer on this thread and sends it, or sends the status that {@link RpcStatus}
   * gives for the exception.
   */
  public static <T> void answer(StreamObserver<T> reply, Supplier<T> compute) {
    T answer;
    try {
      answer = compute.get();
    } catch (RuntimeException e) {
      reply.onError(RpcStatus.of(e).asRuntimeException());
      return;
    }
    reply.onNext(answer);
    reply.onCompleted();
  }
}
