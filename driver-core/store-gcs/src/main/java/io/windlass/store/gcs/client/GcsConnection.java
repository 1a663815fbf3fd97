package io.windlass.store.gcs.client;

import io.windlass.http.HttpProxy;
import io.windlass.http.Proxies;
import io.windlass.operation.Deadline;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach Cloud Storage, without credentials.
 *
 * @param endpoint base URL of the JSON API and the XML API
 * @param project id of the project that buckets are made in and listed from
 * @param callTimeout longest that a call takes, repetitions included; also the longest silence
 *     while a body is read. Calls that carry or copy data get more, by its size
 * @param attemptTimeout longest that one attempt takes until the answer begins
 * @param caCertificate PEM file of the certificates to trust instead of the system's
 * @param region location of new buckets; empty: the service's own choice
 * @param management how access is managed
 * @param proxies which requests go through a proxy
 */
public record GcsConnection(
    URI endpoint,
    String project,
    Duration callTimeout,
    Duration attemptTimeout,
    Optional<Path> caCertificate,
    Optional<String> region,
    GcsManagement management,
    Proxies proxies) {

  /** What a right endpoint is, for messages. */
  public static final String ENDPOINT_RIGHT =
      "a URL with http or https and a host, and nothing behind it";

  /** The ids of old projects have a domain before a colon. */
  public static final String PROJECT = "[a-z][a-z0-9:.-]{4,62}[a-z0-9]";

  /** What a right project is, for messages. */
  public static final String PROJECT_RIGHT =
      "the id of a project: 6 to 30 lower case letters, digits and hyphens";

  /** Stands for the project where data alone is read and written, which names none. */
  private static final String NO_PROJECT = "no-project";

  public static final URI DEFAULT_ENDPOINT = URI.create("https://storage.googleapis.com");
  public static final Duration DEFAULT_CALL_TIMEOUT = Deadline.USUAL;
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(4);

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public GcsConnection {
    require(isEndpoint(endpoint), "endpoint", ENDPOINT_RIGHT);
    require(project.matches(PROJECT), "project", PROJECT_RIGHT);
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
  }

  /** For a bucket whose project is not known, and of no use. */
  public static GcsConnection forData(URI endpoint) {
    return to(endpoint, NO_PROJECT);
  }

  /** With the defaults for everything else. */
  public static GcsConnection to(URI endpoint, String project) {
    return new GcsConnection(
        endpoint,
        project,
        DEFAULT_CALL_TIMEOUT,
        DEFAULT_ATTEMPT_TIMEOUT,
        Optional.empty(),
        Optional.empty(),
        GcsManagement.PUBLIC,
        Proxies.none());
  }

  /** The same with these times. */
  public GcsConnection withTimeouts(Duration call, Duration attempt) {
    return new GcsConnection(
        endpoint, project, call, attempt, caCertificate, region, management, proxies);
  }

  /** The same that trusts these certificates. */
  public GcsConnection withCaCertificate(Path pem) {
    return new GcsConnection(
        endpoint,
        project,
        callTimeout,
        attemptTimeout,
        Optional.of(pem),
        region,
        management,
        proxies);
  }

  /** The same with another location of new buckets. */
  public GcsConnection withRegion(String location) {
    return new GcsConnection(
        endpoint,
        project,
        callTimeout,
        attemptTimeout,
        caCertificate,
        Optional.of(location),
        management,
        proxies);
  }

  /** The same with access managed like this. */
  public GcsConnection withManagement(GcsManagement other) {
    return new GcsConnection(
        endpoint, project, callTimeout, attemptTimeout, caCertificate, region, other, proxies);
  }

  /** The same with other rules for proxies. */
  public GcsConnection withProxies(Proxies other) {
    return new GcsConnection(
        endpoint, project, callTimeout, attemptTimeout, caCertificate, region, management, other);
  }

  /** The proxy that requests about data go through. */
  public Optional<HttpProxy> proxy() {
    return proxies.of(endpoint);
  }

  /** Returns whether a text is a URL that an endpoint can have. */
  public static boolean isEndpoint(URI endpoint) {
    String scheme = String.valueOf(endpoint.getScheme());
    return (scheme.equals("https") || scheme.equals("http"))
        && endpoint.getHost() != null
        && endpoint.getRawPath().replace("/", "").isEmpty()
        && endpoint.getRawQuery() == null
        && endpoint.getRawFragment() == null
        && endpoint.getRawUserInfo() == null;
  }

  /** The endpoint with a slash at its end. */
  public String root() {
    return endpoint.toString().replaceAll("/*$", "/");
  }

  private static void require(boolean holds, String field, String right) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
