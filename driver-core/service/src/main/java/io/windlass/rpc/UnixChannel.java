package io.windlass.rpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A client's connection to a driver's socket; connects when it is first used, and again. */
public final class UnixChannel implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final EventLoopGroup loops;
  private final ManagedChannel channel;

  private UnixChannel(EventLoopGroup loops, ManagedChannel channel) {
    this.loops = loops;
    this.channel = channel;
  }

  /**
   * A channel to the socket at {@code endpoint}, which need not be there yet.
   *
   * @throws IllegalArgumentException when it is no endpoint
   */
  public static UnixChannel open(String endpoint) {
    return open(UnixEndpoint.parse(endpoint), Transport.best());
  }

  /** A channel that moves bytes in a given way. */
  public static UnixChannel open(UnixEndpoint endpoint, Transport transport) {
    EventLoopGroup loops = transport.loops("rpc-client", 1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(transport.address(endpoint.path()))
            .channelType(transport.channelType())
            .eventLoopGroup(loops)
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .overrideAuthority("localhost")
            .usePlaintext()
            .build();
    return new UnixChannel(loops, channel);
  }

  /** For stubs. */
  public ManagedChannel grpc() {
    return channel;
  }

  /** Cancels what is under way. */
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
