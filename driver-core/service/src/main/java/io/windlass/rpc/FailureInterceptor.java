package io.windlass.rpc;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * Converts every failure of a call into a status, once, and lets no exception out, so that handlers
 * can throw. It works where messages are still bytes, so that bytes which are no valid message give
 * INVALID_ARGUMENT instead of gRPC's own status.
 */
final class FailureInterceptor implements ServerInterceptor {

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Guarded<Q, R> guarded = new Guarded<>(call);
    try {
      return new GuardedListener<>(guarded, next.startCall(guarded, headers));
    } catch (Throwable e) {
      guarded.fail(e);
      return new ServerCall.Listener<>() {};
    }
  }

  /** A call that is closed once, with a status that may be shown to the caller. */
  private static final class Guarded<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private volatile boolean closed;

    Guarded(ServerCall<Q, R> call) {
      super(call);
    }

    /**
     * Closes the call. A handler that reports a failure instead of throwing it closes the call with
     * UNKNOWN and a cause, which is converted like an exception.
     */
    @Override
    public void close(Status status, Metadata trailers) {
      closed = true;
      Throwable cause = status.getCause();
      if (status.isOk()) {
        super.close(status, trailers);
      } else if (status.getCode() == Status.Code.UNKNOWN && cause != null) {
        super.close(RpcStatus.of(cause), new Metadata());
      } else {
        super.close(RpcStatus.of(status.asRuntimeException()), new Metadata());
      }
    }

    void fail(Throwable failure) {
      boolean parsing = failure instanceof StatusRuntimeException;
      Status status =
          parsing && failure.getCause() instanceof InvalidProtocolBufferException e
              ? Status.INVALID_ARGUMENT.withDescription(
                  "the request is not a valid message: " + e.getMessage())
              : RpcStatus.of(failure);
      if (!closed) {
        close(status, new Metadata());
      }
    }

    boolean closed() {
      return closed;
    }
  }

  /** Forwards events until the call has failed; forwards its end always. */
  private static final class GuardedListener<Q, R> extends ServerCall.Listener<Q> {
    private final Guarded<Q, R> call;
    private final ServerCall.Listener<Q> inner;
    private boolean asked;

    GuardedListener(Guarded<Q, R> call, ServerCall.Listener<Q> inner) {
      this.call = call;
      this.inner = inner;
    }

    @Override
    public void onMessage(Q message) {
      asked = true;
      guard(() -> inner.onMessage(message));
    }

    /** A call without a message. One with several is cancelled before it gets here. */
    @Override
    public void onHalfClose() {
      if (!asked && call.getMethodDescriptor().getType().clientSendsOneMessage()) {
        refuse("this method takes one request message, and got none");
      } else {
        guard(inner::onHalfClose);
      }
    }

    @Override
    public void onReady() {
      guard(inner::onReady);
    }

    @Override
    public void onCancel() {
      over(inner::onCancel);
    }

    @Override
    public void onComplete() {
      over(inner::onComplete);
    }

    private void refuse(String message) {
      if (!call.closed()) {
        call.close(Status.INVALID_ARGUMENT.withDescription(message), new Metadata());
      }
    }

    private void guard(Runnable event) {
      if (call.closed()) {
        return;
      }
      try {
        event.run();
      } catch (Throwable e) {
        call.fail(e);
      }
    }

    /** Runs a last event of the call. A failure can no longer reach the caller, so it is logged. */
    private void over(Runnable event) {
      try {
        event.run();
      } catch (Throwable e) {
        RpcStatus.defect("a call failed after its end", e);
      }
    }
  }
}
