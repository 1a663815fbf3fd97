package io.windlass.cosi.sanity.wire;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.windlass.rpc.ClosedConnections;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Connection to a driver. It reconnects by itself after the driver was away. Every call ends within
 * the timeout and is added to the transcript. May be used by several threads.
 */
public final class Wire implements AutoCloseable {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final int MAX_ANSWER_BYTES = 4 << 20;

  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("cosi-sanity", true), NioIoHandler.newFactory());
  private final ManagedChannel channel;
  private final Duration timeout;
  private final Transcript transcript;

  /** Creates a connection, which connects on its first call. */
  public Wire(Endpoint endpoint, Duration timeout, Transcript transcript) {
    this.timeout = timeout;
    this.transcript = transcript;
    // gRPC's own clients send this authority over a Unix socket.
    this.channel =
        NettyChannelBuilder.forAddress(endpoint.address())
            .overrideAuthority("localhost")
            .intercept(new ClosedConnections())
            .usePlaintext()
            .eventLoopGroup(loop)
            .channelType(NioDomainSocketChannel.class)
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .maxInboundMessageSize(MAX_ANSWER_BYTES)
            .build();
  }

  <Q extends Message, A extends Message> RpcAnswer<A> call(
      MethodDescriptor<Q, A> method, Q request) {
    return call(method, request, answer -> answer);
  }

  /**
   * Makes a call.
   *
   * @param shown returns the part of the answer that the transcript shows
   */
  <Q extends Message, A extends Message> RpcAnswer<A> call(
      MethodDescriptor<Q, A> method, Q request, Function<A, Message> shown) {
    String name =
        Optional.ofNullable(method.getBareMethodName()).orElse(method.getFullMethodName());
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff(); // connect now, not when the next attempt is due
    }
    long start = System.nanoTime();
    try {
      A answer = ClientCalls.blockingUnaryCall(channel, method, options, request);
      record(name, request, Status.Code.OK, MessageText.of(shown.apply(answer)), false, start);
      return new RpcAnswer.Ok<>(answer);
    } catch (StatusRuntimeException e) {
      Status.Code code = e.getStatus().getCode();
      String message = Optional.ofNullable(e.getStatus().getDescription()).orElse("");
      Metadata trailers = e.getTrailers();
      boolean details = trailers != null && trailers.containsKey(DETAILS);
      record(name, request, code, message, details, start);
      return new RpcAnswer.Refused<>(code, message);
    }
  }

  private void record(
      String name,
      Message request,
      Status.Code code,
      String received,
      boolean details,
      long start) {
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    transcript.add(new RecordedCall(name, MessageText.of(request), code, received, details, time));
  }

  /** Closes the connection and cancels calls in flight. */
  @Override
  public void close() {
    channel.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS); // its thread is a daemon
  }
}
