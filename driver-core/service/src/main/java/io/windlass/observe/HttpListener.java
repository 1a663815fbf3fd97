package io.windlass.observe;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Opens small HTTP servers, of which every wait and every queue is bounded: a client that is slow
 * is cut off after ten seconds, and more connections than there is room for are refused.
 */
public final class HttpListener {
  /** Requests that wait for a thread; further ones are refused. */
  private static final int WAITING = 16;

  private HttpListener() {}

  /**
   * Opens a server, which is not started.
   *
   * @param what what is served, in the plural, for the message of an error
   * @param address address to listen on; port 0: any free port
   * @throws IOException when the server cannot listen on the address
   */
  public static HttpServer open(String what, InetSocketAddress address) throws IOException {
    // These properties are the only bounds of the JDK's server on slow clients and on many clients.
    // It reads them once.
    setIfAbsent("sun.net.httpserver.maxReqTime", "10");
    setIfAbsent("sun.net.httpserver.maxRspTime", "10");
    setIfAbsent("jdk.httpserver.maxConnections", "64");
    try {
      return HttpServer.create(address, WAITING);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be served on %s: %s".formatted(what, address, e.getMessage()), e);
    }
  }

  private static void setIfAbsent(String property, String value) {
    System.setProperty(property, System.getProperty(property, value));
  }

  /** Returns threads for the requests of a server; their names begin with {@code name}. */
  public static ExecutorService threads(String name, int most) {
    return new ThreadPoolExecutor(
        most,
        most,
        1,
        TimeUnit.MINUTES,
        new ArrayBlockingQueue<>(WAITING),
        Thread.ofPlatform().daemon().name(name + "-", 0).factory());
  }
}
