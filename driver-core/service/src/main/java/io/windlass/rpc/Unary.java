package io.windlass.rpc;

import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/** How every handler answers: with what it computes, or with the status of what it throws. */
public final class Unary {
  private Unary() {}

  /**
   * Computes the answer on this thread and sends it, or the failure as {@link RpcStatus} has it.
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
