package io.windlass.rpc;

import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * A socket to listen on. If {@link #release} was called, closing the channel does not remove the
 * socket's file, because only {@link SocketFile} knows whether the file is still this driver's.
 */
sealed interface Listener {
  SocketAddress address();

  /** Returns a new channel to be bound to {@link #address}. */
  ServerChannel channel();

  /** Must be called before the channel is closed. */
  void release();

  /**
   * Listener on Netty's epoll channel. Netty asks the address for its path to bind the socket, and
   * asks again to remove the file when the channel is closed.
   */
  final class OfEpoll extends DomainSocketAddress implements Listener {
    private static final long serialVersionUID = 1L;
    private volatile boolean released;

    OfEpoll(Path path) {
      super(path.toString());
    }

    @Override
    public String path() {
      return released ? "" : super.path();
    }

    @Override
    public SocketAddress address() {
      return this;
    }

    @Override
    public ServerChannel channel() {
      return new EpollServerDomainSocketChannel();
    }

    @Override
    public void release() {
      released = true;
    }
  }

  /** Listener on {@link NioListenerChannel}, which never removes the file. */
  record OfNio(Path path) implements Listener {
    @Override
    public SocketAddress address() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public ServerChannel channel() {
      return new NioListenerChannel();
    }

    @Override
    public void release() {}
  }
}
