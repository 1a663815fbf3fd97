package io.windlass.rpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Bounds the calls in flight. A call beyond the bound is refused at once with UNAVAILABLE, on which
 * callers of both specs retry. A call counts until its handler has returned, even if its caller is
 * gone.
 */
final class CallLimit implements ServerInterceptor {
  private final int most;
  private final Semaphore free;

  CallLimit(int most) {
    this.most = most;
    this.free = new Semaphore(most);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (!free.tryAcquire()) {
      String message = "the driver is working on %d calls already: call again".formatted(most);
      call.close(Status.UNAVAILABLE.withDescription(message), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    Permit permit = new Permit();
    try {
      return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
        @Override
        public void onComplete() {
          try {
            super.onComplete();
          } finally {
            permit.giveBack();
          }
        }

        @Override
        public void onCancel() {
          try {
            super.onCancel();
          } finally {
            permit.giveBack();
          }
        }
      };
    } catch (Throwable e) {
      permit.giveBack();
      throw e;
    }
  }

  /**
   * Waits until no call is in flight, and refuses all calls from then on.
   *
   * @return whether all calls ended in time
   */
  boolean close(Duration limit) throws InterruptedException {
    return free.tryAcquire(most, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Place of one call under the bound; given back once, however the call ends. */
  private final class Permit {
    private final AtomicBoolean held = new AtomicBoolean(true);

    void giveBack() {
      if (held.compareAndSet(true, false)) {
        free.release();
      }
    }
  }
}
