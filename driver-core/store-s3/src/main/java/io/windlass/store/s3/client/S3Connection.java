package io.windlass.store.s3.client;

import io.windlass.http.HttpProxy;
import io.windlass.http.Proxies;
import io.windlass.operation.Deadline;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Connection settings of an S3 server, without credentials.
 *
 * @param endpoint base URL: scheme, host and port, no path
 * @param region the server's region; {@code us-east-1} if it has no regions
 * @param pathStyle whether buckets are addressed in the path rather than in the host name
 * @param callTimeout longest time of a call, including retries; also the longest silence while a
 *     body is read. Calls that transfer or copy data get more, by their size
 * @param attemptTimeout longest time of one attempt until the answer begins
 * @param maxConnections most connections at one time, at least 1
 * @param caCertificate PEM file of the certificates to trust instead of the system's
 * @param proxies which requests go through a proxy; of a server that has buckets in host names,
 *     what goes for its own name
 */
public record S3Connection(
    URI endpoint,
    String region,
    boolean pathStyle,
    Duration callTimeout,
    Duration attemptTimeout,
    int maxConnections,
    Optional<Path> caCertificate,
    Proxies proxies) {

  public static final String DEFAULT_REGION = "us-east-1";
  public static final Duration DEFAULT_CALL_TIMEOUT = Deadline.USUAL;
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(4);
  public static final int DEFAULT_MAX_CONNECTIONS = 64;

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public S3Connection {
    requireEndpoint("endpoint", endpoint);
    require(isRegion(region), "region", "letters, digits and '-'");
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
    require(maxConnections >= 1, "maxConnections", "at least 1");
  }

  /** Returns whether a text can be the name of a region. */
  public static boolean isRegion(String text) {
    return text.matches("[A-Za-z0-9-]{1,63}");
  }

  /** Returns settings for an endpoint, with the defaults for everything else. */
  public static S3Connection to(URI endpoint) {
    return new S3Connection(
        endpoint,
        DEFAULT_REGION,
        true,
        DEFAULT_CALL_TIMEOUT,
        DEFAULT_ATTEMPT_TIMEOUT,
        DEFAULT_MAX_CONNECTIONS,
        Optional.empty(),
        Proxies.none());
  }

  /** Returns these settings with another region. */
  public S3Connection withRegion(String other) {
    return new S3Connection(
        endpoint,
        other,
        pathStyle,
        callTimeout,
        attemptTimeout,
        maxConnections,
        caCertificate,
        proxies);
  }

  /** Returns these settings with the bucket in the path, or in the host name. */
  public S3Connection withPathStyle(boolean wanted) {
    return new S3Connection(
        endpoint,
        region,
        wanted,
        callTimeout,
        attemptTimeout,
        maxConnections,
        caCertificate,
        proxies);
  }

  /** Returns these settings with other time limits. */
  public S3Connection withTimeouts(Duration call, Duration attempt) {
    return new S3Connection(
        endpoint, region, pathStyle, call, attempt, maxConnections, caCertificate, proxies);
  }

  /** Returns these settings with the certificates to trust instead of the system's. */
  public S3Connection withCaCertificate(Path pem) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        callTimeout,
        attemptTimeout,
        maxConnections,
        Optional.of(pem),
        proxies);
  }

  /** Returns these settings with other rules for proxies. */
  public S3Connection withProxies(Proxies other) {
    return new S3Connection(
        endpoint,
        region,
        pathStyle,
        callTimeout,
        attemptTimeout,
        maxConnections,
        caCertificate,
        other);
  }

  /** Returns the proxy that requests go through. */
  public Optional<HttpProxy> proxy() {
    return proxies.of(endpoint);
  }

  /**
   * Checks that this is the endpoint of a server.
   *
   * @throws IllegalArgumentException if not; the message names the field
   */
  public static void requireEndpoint(String field, URI uri) {
    boolean bare =
        (uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/"))
            && uri.getQuery() == null
            && uri.getFragment() == null
            && uri.getUserInfo() == null
            && uri.getPort() != 0
            && uri.getPort() <= 65_535;
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    require(
        http && uri.getHost() != null && bare,
        field,
        "like https://minio.storage.svc:9000, without path or user");
  }

  private static void require(boolean holds, String field, String right) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
