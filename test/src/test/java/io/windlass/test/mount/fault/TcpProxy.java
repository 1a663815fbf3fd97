package io.windlass.test.mount.fault;

import io.windlass.testing.MinioServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import javax.net.ServerSocketFactory;

/**
 * Stands between a mount and a real server, counts the bytes that go by, both ways, and has the
 * server take only so many a second where a test says so.
 */
public final class TcpProxy implements AutoCloseable {
  /** So small that a short request does not wait long behind a large one. */
  private static final int PIECE = 8 << 10;

  private final MinioServer behind;
  private final String scheme;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();
  private final Object pace = new Object();
  private volatile long bytesPerSecond = Long.MAX_VALUE;
  private long free;

  public TcpProxy(MinioServer behind) throws IOException {
    this(behind, "http", ServerSocketFactory.getDefault());
  }

  /** It speaks TLS on the server's behalf. */
  public TcpProxy(MinioServer behind, TestCertificate certificate) throws IOException {
    this(behind, "https", certificate.sockets());
  }

  private TcpProxy(MinioServer behind, String scheme, ServerSocketFactory sockets)
      throws IOException {
    this.behind = behind;
    this.scheme = scheme;
    this.listener = sockets.createServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("tcp-proxy").start(this::accept);
  }

  /** The server as it is seen through this. */
  public MinioServer server() {
    URI here = URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort());
    return new MinioServer(here, behind.rootAccessKey(), behind.rootSecret(), behind.kmsKeyId());
  }

  /** Returns the number of bytes that have passed, with the heads of requests and answers. */
  public long bytes() {
    return bytes.get();
  }

  /** From now on the server takes so many a second, from all clients together. */
  void limit(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(behind.endpoint().getHost(), behind.endpoint().getPort());
        open.add(client);
        open.add(server);
        Thread.ofVirtual().start(() -> pass(client, server, this::pace));
        Thread.ofVirtual().start(() -> pass(server, client, _ -> {}));
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Waits until a server that is so slow could have taken these, too. */
  private void pace(int read) {
    long rate = bytesPerSecond;
    if (rate == Long.MAX_VALUE) {
      return;
    }
    long mine;
    synchronized (pace) {
      free = Math.max(free, System.nanoTime()) + read * 1_000_000_000L / rate;
      mine = free;
    }
    for (long left = mine - System.nanoTime(); left > 0; left = mine - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void pass(Socket from, Socket to, IntConsumer pace) {
    byte[] buffer = new byte[PIECE];
    try (from;
        to) {
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        bytes.addAndGet(read);
        pace.accept(read);
        to.getOutputStream().write(buffer, 0, read);
      }
    } catch (IOException e) {
      // Both sides are told by the end of their connections.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
