package io.windlass.http;

import io.windlass.operation.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How requests to a server are sent, whatever the server is.
 *
 * @param callTimeout longest time of a call, including retries; also the longest silence while a
 *     body is read. Calls that transfer or copy data get more, by their size
 * @param attemptTimeout longest time of one attempt until the answer begins
 * @param caCertificate PEM file of the certificates to trust instead of the system's
 * @param proxies which requests go through a proxy
 */
public record HttpSettings(
    Duration callTimeout, Duration attemptTimeout, Optional<Path> caCertificate, Proxies proxies) {

  public static final HttpSettings DEFAULT =
      new HttpSettings(Deadline.USUAL, Duration.ofSeconds(4), Optional.empty(), Proxies.none());

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public HttpSettings {
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
  }

  /** Returns these settings with other time limits. */
  public HttpSettings withTimeouts(Duration call, Duration attempt) {
    return new HttpSettings(call, attempt, caCertificate, proxies);
  }

  /** Returns these settings with the certificates to trust; empty: the system's. */
  public HttpSettings withCaCertificate(Optional<Path> pem) {
    return new HttpSettings(callTimeout, attemptTimeout, pem, proxies);
  }

  /** Returns these settings with other rules for proxies. */
  public HttpSettings withProxies(Proxies other) {
    return new HttpSettings(callTimeout, attemptTimeout, caCertificate, other);
  }

  /**
   * Checks a field of the settings of a connection.
   *
   * @throws IllegalArgumentException if not valid; the message names the field and says what is
   */
  public static void require(boolean valid, String field, String right) {
    if (!valid) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
