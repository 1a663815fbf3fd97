package io.windlass.test.driver;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.windlass.rpc.ClosedConnections;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** gRPC clients of Unix sockets. */
public final class Sockets {
  /** One daemon thread for all of them, as long as the JVM lives. */
  private static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("sockets", true), NioIoHandler.newFactory());

  private Sockets() {}

  /** A channel to the driver behind a socket; it comes back by itself after the driver was away. */
  public static ManagedChannel channel(Path socket) {
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
        .overrideAuthority("localhost")
        .intercept(new ClosedConnections())
        .usePlaintext()
        .eventLoopGroup(LOOP)
        .channelType(NioDomainSocketChannel.class)
        .withOption(ChannelOption.SO_KEEPALIVE, null)
        .build();
  }
}
