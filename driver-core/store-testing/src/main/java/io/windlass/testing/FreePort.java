package io.windlass.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that are restarted. They lie below the range that the kernel gives to outgoing
 * connections, so that no client can take the port while its server is down, and above the ports
 * that Windlass has by default. A lock on a file keeps other JVMs' tests from it until this one
 * ends.
 */
final class FreePort {
  private static final int FIRST = 16_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /** Returns a port of the loopback address that nothing listens on, and no other test has. */
  static int pick() {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, FIRST, END)
        .filter(port -> isOurs(port) && isFree(port))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no free port"));
  }

  /** The channel stays open, and so locked, for as long as this JVM lives. */
  @SuppressWarnings("StreamResourceLeak")
  private static boolean isOurs(int port) {
    Path locks = Path.of(System.getProperty("java.io.tmpdir"), "windlass-test-ports");
    try {
      Files.createDirectories(locks);
      FileChannel lock =
          FileChannel.open(
              locks.resolve(Integer.toString(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (lock.tryLock() != null) {
        return true;
      }
      lock.close();
      return false;
    } catch (OverlappingFileLockException e) {
      return false; // this JVM has it already
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
