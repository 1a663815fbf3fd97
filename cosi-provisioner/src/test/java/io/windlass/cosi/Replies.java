package io.windlass.cosi;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Calls services without a server between. */
final class Replies {
  private Replies() {}

  /** The answer, or an exception that has the call's error as its cause. */
  static <T> T answer(Consumer<StreamObserver<T>> call) {
    return asked(call).join();
  }

  static <T> CompletableFuture<T> asked(Consumer<StreamObserver<T>> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.accept(
        new StreamObserver<>() {
          @Override
          public void onNext(T value) {
            answer.complete(value);
          }

          @Override
          public void onError(Throwable error) {
            answer.completeExceptionally(error);
          }

          @Override
          public void onCompleted() {}
        });
    return answer;
  }
}
