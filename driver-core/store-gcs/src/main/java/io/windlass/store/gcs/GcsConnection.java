package io.windlass.store.gcs;

import io.windlass.store.Deadline;
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
 */
public record GcsConnection(
    URI endpoint,
    String project,
    Duration callTimeout,
    Duration attemptTimeout,
    Optional<Path> caCertificate) {

  public static final URI DEFAULT_ENDPOINT = URI.create("https://storage.googleapis.com");
  public static final Duration DEFAULT_CALL_TIMEOUT = Deadline.USUAL;
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(4);

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public GcsConnection {
    String scheme = String.valueOf(endpoint.getScheme());
    require(
        (scheme.equals("https") || scheme.equals("http"))
            && endpoint.getHost() != null
            && endpoint.getRawPath().replace("/", "").isEmpty()
            && endpoint.getRawQuery() == null
            && endpoint.getRawUserInfo() == null,
        "endpoint",
        "a URL with http or https and a host, and nothing behind it");
    require(
        project.matches("[a-z][a-z0-9:.-]{4,62}[a-z0-9]"),
        "project",
        "the id of a project: 6 to 30 lower case letters, digits and hyphens");
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
  }

  /** With the defaults for everything else. */
  public static GcsConnection to(URI endpoint, String project) {
    return new GcsConnection(
        endpoint, project, DEFAULT_CALL_TIMEOUT, DEFAULT_ATTEMPT_TIMEOUT, Optional.empty());
  }

  /** The same with these times. */
  public GcsConnection withTimeouts(Duration call, Duration attempt) {
    return new GcsConnection(endpoint, project, call, attempt, caCertificate);
  }

  /** The endpoint with a slash at its end. */
  String root() {
    return endpoint.toString().replaceAll("/*$", "/");
  }

  private static void require(boolean holds, String field, String right) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
