package io.windlass.rpc;

import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * A socket that is to listen. When it is closed after it was released, its file is left alone:
 * whether the file is still ours only {@link SocketFile} knows.
 */
sealed interface Listener {
  SocketAddress address();

  /** The channel to bind to {@link #address}. */
  ServerChannel channel();

  /** To be called before the channel is closed. */
  void release();

  /**
   * Netty asks its address for the path when it binds, and again to remove the file when it closes.
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

  /** Our own channel never removes the file. */
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
