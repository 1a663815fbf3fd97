package io.windlass.rpc;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.ServerChannel;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.nio.AbstractNioMessageChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Channel that listens on a Unix socket of the JDK. Netty's own such channel removes the socket's
 * file when it is closed, even if the file is another process's by then; this one leaves the file
 * alone.
 */
final class NioListenerChannel extends AbstractNioMessageChannel implements ServerChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);
  private static final int BACKLOG = 128;

  private final ServerSocketChannel socket;
  private final ChannelConfig config =
      new DefaultChannelConfig(this, new ServerChannelRecvByteBufAllocator()) {};
  private volatile boolean bound;

  NioListenerChannel() {
    this(open());
  }

  private static ServerSocketChannel open() {
    try {
      return ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("NullAway") // a listening channel has no parent
  private NioListenerChannel(ServerSocketChannel socket) {
    super(null, socket, SelectionKey.OP_ACCEPT);
    this.socket = socket;
  }

  @Override
  protected void doBind(SocketAddress address) throws IOException {
    socket.bind(address, BACKLOG);
    bound = true;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws IOException {
    SocketChannel connection = socket.accept();
    if (connection == null) {
      return 0;
    }
    accepted.add(new NioDomainSocketChannel(this, connection));
    return 1;
  }

  @Override
  protected void doClose() throws Exception {
    super.doClose();
    socket.close();
  }

  @Override
  public boolean isActive() {
    return bound && socket.isOpen();
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  @Override
  protected @Nullable SocketAddress localAddress0() {
    try {
      return socket.getLocalAddress();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected @Nullable SocketAddress remoteAddress0() {
    return null;
  }

  @Override
  protected boolean doConnect(SocketAddress remote, SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void doFinishConnect() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void doDisconnect() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected boolean doWriteMessage(Object message, ChannelOutboundBuffer buffer) {
    throw new UnsupportedOperationException();
  }
}
