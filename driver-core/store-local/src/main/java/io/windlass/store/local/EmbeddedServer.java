package io.windlass.store.local;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.gaul.shaded.org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.gaul.shaded.org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.gaul.shaded.org.eclipse.jetty.http.HttpCompliance;
import org.gaul.shaded.org.eclipse.jetty.http.UriCompliance;
import org.gaul.shaded.org.eclipse.jetty.server.HttpConfiguration;
import org.gaul.shaded.org.eclipse.jetty.server.HttpConnectionFactory;
import org.gaul.shaded.org.eclipse.jetty.server.Server;
import org.gaul.shaded.org.eclipse.jetty.server.ServerConnector;
import org.gaul.shaded.org.eclipse.jetty.server.handler.GracefulHandler;
import org.gaul.shaded.org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An S3 server over a directory: S3Proxy's request handler and store in the web server that
 * S3Proxy's jar contains. Its users need to know nothing of S3Proxy.
 */
final class EmbeddedServer implements AutoCloseable {
  private static final int MIN_THREADS = 4;
  private static final int MAX_THREADS = 64;

  /** Bytes: a list may name three keys, of which each byte takes three. */
  private static final int LONGEST_HEAD = 16 << 10;

  private static final Duration IDLE_THREAD = Duration.ofSeconds(30);
  private static final Duration IDLE_CONNECTION = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(3);

  private final Server server;
  private final ServerConnector connector;

  private EmbeddedServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Starts a server.
   *
   * @param directory directory of the buckets; must exist
   * @param listen address to listen on; port 0: any free port
   * @param identities finds the identity behind an access key; called at every request
   * @throws DriverException.InUse when the address is in use
   * @throws IOException when the directory cannot be used
   */
  static EmbeddedServer start(
      Path directory, InetSocketAddress listen, Function<String, Optional<Identity>> identities)
      throws IOException {
    QueuedThreadPool threads =
        new QueuedThreadPool(MAX_THREADS, MIN_THREADS, (int) IDLE_THREAD.toMillis());
    threads.setName("local-s3");
    threads.setDaemon(true);
    Server server = new Server(threads);
    server.setStopTimeout(STOP.toMillis());
    HttpConfiguration http = new HttpConfiguration();
    http.setHttpCompliance(HttpCompliance.LEGACY);
    http.setUriCompliance(UriCompliance.LEGACY);
    http.setHeaderCacheCaseSensitive(true);
    http.setRequestHeaderSize(LONGEST_HEAD);
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(listen.getHostString());
    connector.setPort(listen.getPort());
    connector.setIdleTimeout(IDLE_CONNECTION.toMillis());
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(
        new ServletHolder(new S3Servlet(UploadStore.open(directory), identities)), "/*");
    context.setErrorHandler(new PlainErrors());
    server.setErrorHandler(new PlainErrors());
    server.setHandler(new GracefulHandler(context));
    EmbeddedServer started = new EmbeddedServer(server, connector);
    try {
      server.start();
      return started;
    } catch (Exception e) {
      started.close();
      throw reason(e, listen);
    }
  }

  private static RuntimeException reason(Exception thrown, InetSocketAddress listen) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return new DriverException.InUse(
            ("%s:%d cannot be listened on (%s): stop what listens there, or configure"
                    + " another address")
                .formatted(listen.getHostString(), listen.getPort(), cause.getMessage()));
      }
    }
    return new DriverException.Unexpected("the embedded S3 server does not start", thrown);
  }

  /** Returns the port on which the server listens. */
  int port() {
    return connector.getLocalPort();
  }

  /**
   * Stops the server: ends calls in flight after a few seconds, and returns when all have ended.
   */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new DriverException.Unexpected("the embedded S3 server does not stop", e);
    }
  }
}
