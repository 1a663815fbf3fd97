package io.windlass.test.mount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.windlass.testing.MinioServer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a mount and a real server, and spoils what goes by as long as it is told to. It
 * knows requests without a body, one for each connection: reading needs no others.
 */
final class FaultProxy implements AutoCloseable {
  private final MinioServer behind;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong spoiled = new AtomicLong();
  private Optional<Fault> fault = Optional.empty();
  private long passes;
  private long left;
  private long seen;

  FaultProxy(MinioServer behind) throws IOException {
    this.behind = behind;
    this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("fault-proxy").start(this::accept);
  }

  /** The server as it is seen through this. */
  MinioServer server() {
    URI here = URI.create("http://127.0.0.1:" + listener.getLocalPort());
    return new MinioServer(here, behind.rootAccessKey(), behind.rootSecret(), behind.kmsKeyId());
  }

  /** Spoils all requests from now on. */
  void start(Fault wanted) {
    start(wanted, Long.MAX_VALUE);
  }

  /** Spoils so many requests, and none after. */
  void start(Fault wanted, long requests) {
    start(wanted, 0, requests);
  }

  /** Lets so many requests pass, and spoils all after them. */
  void startBehind(long requests, Fault wanted) {
    start(wanted, requests, Long.MAX_VALUE);
  }

  private synchronized void start(Fault wanted, long passing, long spoiling) {
    fault = Optional.of(wanted);
    passes = passing;
    left = spoiling;
  }

  /** All goes well again. */
  synchronized void stop() {
    fault = Optional.empty();
    notifyAll();
  }

  /** Returns the number of requests that the proxy has spoiled. */
  long spoiled() {
    return spoiled.get();
  }

  /** Returns the number of all requests, spoiled or not. */
  synchronized long seen() {
    return seen;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      String request = head(client.getInputStream());
      Passing call = new Passing(request);
      Optional<Fault> now = next();
      HttpAnswer answer = now.isPresent() ? now.get().answer(call) : call.served();
      if (request.startsWith("HEAD ")) {
        answer = answer.withoutBody();
      }
      answer.send(client.getOutputStream());
    } catch (IOException e) {
      // Whoever asked is told by the end of the connection.
    } finally {
      open.remove(client);
    }
  }

  private synchronized Optional<Fault> next() {
    seen++;
    if (passes > 0) {
      passes--;
      return Optional.empty();
    }
    if (fault.isPresent() && left > 0) {
      left--;
      spoiled.incrementAndGet();
      return fault;
    }
    return Optional.empty();
  }

  private static String head(InputStream from) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = from.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  /** A request on its way. */
  private final class Passing implements Fault.Call {
    private final String request;

    Passing(String request) {
      this.request = request;
    }

    @Override
    public HttpAnswer served() throws IOException {
      // It says how the connection ends, and is not part of the signature.
      String once =
          request
              .replaceAll("(?i)\r\nConnection: [^\r]*", "")
              .replaceFirst("\r\n", "\r\nConnection: close\r\n");
      try (Socket server = new Socket(behind.endpoint().getHost(), behind.endpoint().getPort())) {
        server.getOutputStream().write(once.getBytes(ISO_8859_1));
        return HttpAnswer.parse(server.getInputStream().readAllBytes());
      }
    }

    @Override
    public HttpAnswer never() throws IOException {
      synchronized (FaultProxy.this) {
        while (fault.isPresent()) {
          try {
            FaultProxy.this.wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            break;
          }
        }
      }
      throw new EOFException("no answer");
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    listener.close();
    for (Socket client : open) {
      client.close();
    }
  }
}
