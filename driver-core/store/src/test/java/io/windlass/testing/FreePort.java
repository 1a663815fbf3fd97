package io.windlass.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that are restarted. They lie below the range that the kernel gives to outgoing
 * connections, so that no client can take the port while its server is down.
 */
final class FreePort {
  private static final int FIRST = 15_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /** Returns a port of the loopback address that nothing listens on. */
  static int pick() {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, FIRST, END)
        .filter(FreePort::isFree)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no free port"));
  }

  /** Returns whether a process can listen on {@code port}. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
