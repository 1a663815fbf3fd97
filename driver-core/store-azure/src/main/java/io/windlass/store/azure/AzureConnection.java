package io.windlass.store.azure;

import io.windlass.store.Deadline;
import java.net.URI;
import java.time.Duration;

/**
 * How to reach a storage account, without credentials.
 *
 * @param endpoint base URL of the account's blob service; in emulators the account is its path
 * @param account the account's name
 * @param callTimeout longest that a call takes, repetitions included; also the longest silence
 *     while a body is read. Calls that carry or copy data get more, by its size
 * @param attemptTimeout longest that one attempt takes until the answer begins
 * @param policiesEffectiveAfter how long the service may go on by the policies that a container had
 *     before they were changed: tokens that were granted may be refused, and those that were
 *     revoked be accepted
 */
public record AzureConnection(
    URI endpoint,
    String account,
    Duration callTimeout,
    Duration attemptTimeout,
    Duration policiesEffectiveAfter) {

  public static final Duration DEFAULT_CALL_TIMEOUT = Deadline.USUAL;
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(4);

  /** "Define a stored access policy": up to 30 seconds. */
  public static final Duration DEFAULT_POLICIES_EFFECTIVE_AFTER = Duration.ofSeconds(30);

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public AzureConnection {
    require(
        ("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))
            && endpoint.getHost() != null
            && endpoint.getUserInfo() == null
            && endpoint.getQuery() == null
            && endpoint.getFragment() == null,
        "endpoint",
        "like https://account.blob.core.windows.net, without user or query");
    require(account.matches("[a-z0-9]{3,24}"), "account", "3 to 24 lower case letters and digits");
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
    require(!policiesEffectiveAfter.isNegative(), "policiesEffectiveAfter", "no less than nothing");
  }

  /** With the defaults for everything else. */
  public static AzureConnection to(URI endpoint, String account) {
    return new AzureConnection(
        endpoint,
        account,
        DEFAULT_CALL_TIMEOUT,
        DEFAULT_ATTEMPT_TIMEOUT,
        DEFAULT_POLICIES_EFFECTIVE_AFTER);
  }

  /** The same with other limits of time. */
  public AzureConnection withTimeouts(Duration call, Duration attempt) {
    return new AzureConnection(endpoint, account, call, attempt, policiesEffectiveAfter);
  }

  /** The same of a service on which changed policies count earlier or later. */
  public AzureConnection withPoliciesEffectiveAfter(Duration after) {
    return new AzureConnection(endpoint, account, callTimeout, attemptTimeout, after);
  }

  private static void require(boolean holds, String field, String right) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
