package io.windlass.rpc;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Implementation of input and output on a Unix socket. */
public enum Transport {
  /** Netty's native library, which exists for Linux on x86-64 and arm64. */
  EPOLL {
    @Override
    IoHandlerFactory io() {
      return EpollIoHandler.newFactory();
    }

    @Override
    Class<? extends Channel> channelType() {
      return EpollDomainSocketChannel.class;
    }

    @Override
    SocketAddress address(Path path) {
      return new DomainSocketAddress(path.toString());
    }

    @Override
    Listener listener(Path path) {
      return new Listener.OfEpoll(path);
    }
  },

  /** The JDK alone: works everywhere, and is somewhat slower. */
  NIO {
    @Override
    IoHandlerFactory io() {
      return NioIoHandler.newFactory();
    }

    @Override
    Class<? extends Channel> channelType() {
      return NioDomainSocketChannel.class;
    }

    @Override
    SocketAddress address(Path path) {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    Listener listener(Path path) {
      return new Listener.OfNio(path);
    }
  };

  /** Returns the fastest transport that works on this machine. */
  public static Transport best() {
    return Epoll.isAvailable() ? EPOLL : NIO;
  }

  abstract IoHandlerFactory io();

  /** Returns the type of channels that connect. */
  abstract Class<? extends Channel> channelType();

  abstract SocketAddress address(Path path);

  abstract Listener listener(Path path);

  /**
   * Creates threads that only read and write sockets. Nothing blocks on them, so a few are enough.
   */
  EventLoopGroup loops(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), io());
  }

  /** Stops such threads, and waits at most 2 seconds for their end; they are daemons. */
  static void end(EventLoopGroup loops) {
    boolean _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2000);
  }
}
