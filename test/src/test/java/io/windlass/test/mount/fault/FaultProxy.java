package io.windlass.test.mount.fault;

import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.Intermediary;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a mount and a real server, and spoils what goes by as long as it is told to. It
 * knows requests without a body, one for each connection: reading needs no others.
 */
final class FaultProxy implements AutoCloseable {
  private final MinioServer behind;
  private final Intermediary intermediary;
  private final AtomicLong spoiled = new AtomicLong();
  private Optional<Fault> fault = Optional.empty();
  private long passes;
  private long left;
  private long seen;

  FaultProxy(MinioServer behind) throws IOException {
    this.behind = behind;
    this.intermediary = Intermediary.start("fault-proxy", this::serve);
  }

  /** The server as it is seen through this. */
  MinioServer server() {
    return new MinioServer(
        intermediary.url(), behind.rootAccessKey(), behind.rootSecret(), behind.kmsKeyId());
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

  private void serve(Socket client) throws IOException {
    String request = Intermediary.head(client.getInputStream());
    Passing call = new Passing(request);
    Optional<Fault> now = next();
    HttpAnswer answer = now.isPresent() ? now.get().answer(call) : call.served();
    if (request.startsWith("HEAD ")) {
      answer = answer.withoutBody();
    }
    answer.send(client.getOutputStream());
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

  /** A request on its way. */
  private final class Passing implements Fault.Call {
    private final String request;

    Passing(String request) {
      this.request = request;
    }

    @Override
    public HttpAnswer served() throws IOException {
      try (Socket server = new Socket(behind.endpoint().getHost(), behind.endpoint().getPort())) {
        Intermediary.send(server, Intermediary.only(request));
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
    intermediary.close();
  }
}
