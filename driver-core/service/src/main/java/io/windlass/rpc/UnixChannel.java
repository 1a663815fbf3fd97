package io.windlass.rpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A client's connection to the socket of a driver. It connects at its first use, and reconnects
 * when needed.
 */
public final class UnixChannel implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final EventLoopGroup loops;
  private final ManagedChannel channel;

  private UnixChannel(EventLoopGroup loops, ManagedChannel channel) {
    this.loops = loops;
    this.channel = channel;
  }

  /**
   * Opens a channel to the socket at {@code endpoint}, which need not exist yet.
   *
   * @throws IllegalArgumentException when the text is no endpoint
   */
  public static UnixChannel open(String endpoint) {
    return open(UnixEndpoint.parse(endpoint), Transport.best());
  }

  /** Opens a channel with the given transport. */
  public static UnixChannel open(UnixEndpoint endpoint, Transport transport) {
    EventLoopGroup loops = transport.loops("rpc-client", 1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(transport.address(endpoint.path()))
            .channelType(transport.channelType())
            .eventLoopGroup(loops)
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .overrideAuthority("localhost")
            .intercept(new ClosedConnections())
            .usePlaintext()
            .build();
    return new UnixChannel(loops, channel);
  }

  /** Returns the gRPC channel, for stubs. */
  public ManagedChannel grpc() {
    return channel;
  }

  /** Closes the channel and cancels calls in flight. */
  @Override
  public void close() {
    channel.shutdownNow();
    try {
      boolean _ = channel.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Transport.end(loops);
  }
}
