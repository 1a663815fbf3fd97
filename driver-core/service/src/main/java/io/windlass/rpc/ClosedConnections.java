package io.windlass.rpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.nio.channels.ClosedChannelException;

/**
 * Gives a client UNAVAILABLE where its connection closed while it sent the call. gRPC's library for
 * Java says UNKNOWN "channel closed" then, other libraries say UNAVAILABLE, which callers repeat.
 */
public final class ClosedConnections implements ClientInterceptor {

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                super.onClose(translated(status), trailers);
              }
            },
            headers);
      }
    };
  }

  static Status translated(Status status) {
    return status.getCode() == Status.Code.UNKNOWN
            && status.getCause() instanceof ClosedChannelException
        ? Status.UNAVAILABLE
            .withDescription("the connection to the driver was closed")
            .withCause(status.getCause())
        : status;
  }
}
