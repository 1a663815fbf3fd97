package io.windlass.rpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;

/** Records the status with which a call ended. */
final class StatusCatcher implements StreamObserver<byte[]> {
  private final CompletableFuture<Status> status = new CompletableFuture<>();

  Status await() {
    return status.join();
  }

  @Override
  public void onNext(byte[] answer) {}

  @Override
  public void onError(Throwable failure) {
    status.complete(Status.fromThrowable(failure));
  }

  @Override
  public void onCompleted() {
    status.complete(Status.OK);
  }
}
