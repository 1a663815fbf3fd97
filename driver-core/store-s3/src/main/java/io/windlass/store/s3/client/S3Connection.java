package io.windlass.store.s3.client;

import static io.windlass.http.HttpSettings.require;

import io.windlass.http.HttpProxy;
import io.windlass.http.HttpSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Connection settings of an S3 server, without credentials.
 *
 * @param endpoint base URL: scheme, host and port, no path
 * @param region the server's region; {@code us-east-1} if it has no regions
 * @param pathStyle whether buckets are addressed in the path rather than in the host name
 * @param maxConnections most connections at one time, at least 1
 * @param http how requests are sent; if buckets are in host names, all requests take the proxy of
 *     the server's own name
 */
public record S3Connection(
    URI endpoint, String region, boolean pathStyle, int maxConnections, HttpSettings http) {

  public static final String DEFAULT_REGION = "us-east-1";
  public static final int DEFAULT_MAX_CONNECTIONS = 64;

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public S3Connection {
    requireEndpoint("endpoint", endpoint);
    require(isRegion(region), "region", "letters, digits and '-'");
    require(maxConnections >= 1, "maxConnections", "at least 1");
  }

  /** Returns whether a text can be the name of a region. */
  public static boolean isRegion(String text) {
    return text.matches("[A-Za-z0-9-]{1,63}");
  }

  /** Returns settings for an endpoint, with the defaults for everything else. */
  public static S3Connection to(URI endpoint) {
    return new S3Connection(
        endpoint, DEFAULT_REGION, true, DEFAULT_MAX_CONNECTIONS, HttpSettings.DEFAULT);
  }

  /** Returns these settings with another region. */
  public S3Connection withRegion(String other) {
    return new S3Connection(endpoint, other, pathStyle, maxConnections, http);
  }

  /** Returns these settings with the bucket in the path, or in the host name. */
  public S3Connection withPathStyle(boolean wanted) {
    return new S3Connection(endpoint, region, wanted, maxConnections, http);
  }

  /** Returns these settings with requests sent in another way. */
  public S3Connection withHttp(HttpSettings other) {
    return new S3Connection(endpoint, region, pathStyle, maxConnections, other);
  }

  /** Returns these settings with other time limits. */
  public S3Connection withTimeouts(Duration call, Duration attempt) {
    return withHttp(http.withTimeouts(call, attempt));
  }

  /** Returns the proxy that requests go through. */
  public Optional<HttpProxy> proxy() {
    return http.proxies().of(endpoint);
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
}
