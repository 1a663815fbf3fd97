package io.windlass.observe;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections of the clients of a server. When there are too many, the address that has most of
 * them loses its oldest, so that nobody keeps out another. Used by the one thread of the server.
 */
final class ClientConnections {
  /** Connections at one time. */
  static final int MOST = 256;

  private final Map<InetAddress, Deque<Channel>> open = new HashMap<>();
  private int count;

  void add(InetAddress address, Channel client) {
    if (count >= MOST) {
      giveUpOne();
    }
    open.computeIfAbsent(address, _ -> new ArrayDeque<>()).add(client);
    count++;
    ChannelFuture _ = client.closeFuture().addListener(_ -> remove(address, client));
  }

  private void giveUpOne() {
    ChannelFuture _ =
        open.values().stream()
            .max(Comparator.comparingInt(Collection::size))
            .orElseThrow()
            .getFirst()
            .close();
  }

  private void remove(InetAddress address, Channel client) {
    Deque<Channel> others = open.getOrDefault(address, new ArrayDeque<>());
    if (others.remove(client)) {
      count--;
    }
    if (others.isEmpty()) {
      open.remove(address);
    }
  }
}
