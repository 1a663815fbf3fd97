package io.windlass.test.mount;

import io.windlass.testing.MinioServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;

/** Stands between a mount and a real server, and counts the bytes that go by, both ways. */
final class CountingProxy implements AutoCloseable {
  private final MinioServer behind;
  private final String scheme;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();

  CountingProxy(MinioServer behind) throws IOException {
    this(behind, "http", ServerSocketFactory.getDefault());
  }

  /** It speaks TLS on the server's behalf. */
  CountingProxy(MinioServer behind, TestCertificate certificate) throws IOException {
    this(behind, "https", certificate.sockets());
  }

  private CountingProxy(MinioServer behind, String scheme, ServerSocketFactory sockets)
      throws IOException {
    this.behind = behind;
    this.scheme = scheme;
    this.listener = sockets.createServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("counting-proxy").start(this::accept);
  }

  /** The server as it is seen through this. */
  MinioServer server() {
    URI here = URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort());
    return new MinioServer(here, behind.rootAccessKey(), behind.rootSecret(), behind.kmsKeyId());
  }

  /** How many have gone by, heads of requests and answers included. */
  long bytes() {
    return bytes.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(behind.endpoint().getHost(), behind.endpoint().getPort());
        open.add(client);
        open.add(server);
        Thread.ofVirtual().start(() -> pass(client, server));
        Thread.ofVirtual().start(() -> pass(server, client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        bytes.addAndGet(read);
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
