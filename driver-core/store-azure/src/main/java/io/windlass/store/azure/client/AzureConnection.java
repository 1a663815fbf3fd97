package io.windlass.store.azure.client;

import io.windlass.http.HttpProxy;
import io.windlass.http.Proxies;
import io.windlass.operation.Deadline;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach a storage account, without credentials.
 *
 * @param endpoint base URL of the account's blob service; in emulators the account is its path
 * @param directoriesEndpoint base URL of the account's directories, where it has any
 * @param account the account's name
 * @param callTimeout longest that a call takes, repetitions included; also the longest silence
 *     while a body is read. Calls that carry or copy data get more, by its size
 * @param attemptTimeout longest that one attempt takes until the answer begins
 * @param policiesEffectiveAfter how long the service may go on by the policies that a container had
 *     before they were changed: tokens that were granted may be refused, and those that were
 *     revoked be accepted
 * @param caCertificate PEM file of the certificates to trust instead of the system's
 * @param region location of the account, like {@code westeurope}, if it is known
 * @param management what controls access to the account
 * @param proxies which requests go through a proxy
 */
public record AzureConnection(
    URI endpoint,
    URI directoriesEndpoint,
    String account,
    Duration callTimeout,
    Duration attemptTimeout,
    Duration policiesEffectiveAfter,
    Optional<Path> caCertificate,
    Optional<String> region,
    AzureManagement management,
    Proxies proxies) {

  public static final Duration DEFAULT_CALL_TIMEOUT = Deadline.USUAL;
  public static final Duration DEFAULT_ATTEMPT_TIMEOUT = Duration.ofSeconds(4);

  /** "Define a stored access policy": up to 30 seconds. */
  public static final Duration DEFAULT_POLICIES_EFFECTIVE_AFTER = Duration.ofSeconds(30);

  /** Throws {@link IllegalArgumentException} that names the field and what would be right. */
  public AzureConnection {
    require(AzureEndpoint.isRight(endpoint), "endpoint", AzureEndpoint.RIGHT);
    require(AzureEndpoint.isAccount(account), "account", "3 to 24 lower case letters and digits");
    require(
        AzureEndpoint.accountInPath(endpoint).map(account::equals).orElse(true),
        "account",
        "the one that is the path of the endpoint");
    require(attemptTimeout.isPositive(), "attemptTimeout", "longer than nothing");
    require(
        callTimeout.compareTo(attemptTimeout) >= 0, "callTimeout", "at least the attemptTimeout");
    require(
        management.resource().map(id -> id.endsWith("/" + account)).orElse(true),
        "the resource id",
        "that of account " + account);
    require(!policiesEffectiveAfter.isNegative(), "policiesEffectiveAfter", "no less than nothing");
  }

  /** With the defaults for everything else. Emulators go by new policies at once. */
  public static AzureConnection to(URI endpoint, String account) {
    return new AzureConnection(
        endpoint,
        AzureEndpoint.ofDirectories(endpoint),
        account,
        DEFAULT_CALL_TIMEOUT,
        DEFAULT_ATTEMPT_TIMEOUT,
        AzureEndpoint.accountInPath(endpoint).isPresent()
            ? Duration.ZERO
            : DEFAULT_POLICIES_EFFECTIVE_AFTER,
        Optional.empty(),
        Optional.empty(),
        AzureManagement.PUBLIC,
        Proxies.none());
  }

  /** The same with another base URL of the directories. */
  public AzureConnection withDirectoriesEndpoint(URI directories) {
    return new AzureConnection(
        endpoint,
        directories,
        account,
        callTimeout,
        attemptTimeout,
        policiesEffectiveAfter,
        caCertificate,
        region,
        management,
        proxies);
  }

  /** The same with other limits of time. */
  public AzureConnection withTimeouts(Duration call, Duration attempt) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        call,
        attempt,
        policiesEffectiveAfter,
        caCertificate,
        region,
        management,
        proxies);
  }

  /** The same of a service on which changed policies count earlier or later. */
  public AzureConnection withPoliciesEffectiveAfter(Duration after) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        callTimeout,
        attemptTimeout,
        after,
        caCertificate,
        region,
        management,
        proxies);
  }

  /** The same with the certificates to trust instead of the system's. */
  public AzureConnection withCaCertificate(Path pem) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        callTimeout,
        attemptTimeout,
        policiesEffectiveAfter,
        Optional.of(pem),
        region,
        management,
        proxies);
  }

  /** The same of an account at this location. */
  public AzureConnection withRegion(String location) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        callTimeout,
        attemptTimeout,
        policiesEffectiveAfter,
        caCertificate,
        Optional.of(location),
        management,
        proxies);
  }

  /** The same with access controlled there. */
  public AzureConnection withManagement(AzureManagement other) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        callTimeout,
        attemptTimeout,
        policiesEffectiveAfter,
        caCertificate,
        region,
        other,
        proxies);
  }

  /** The same with other rules for proxies. */
  public AzureConnection withProxies(Proxies other) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        callTimeout,
        attemptTimeout,
        policiesEffectiveAfter,
        caCertificate,
        region,
        management,
        other);
  }

  /** The proxy that requests about data go through. */
  public Optional<HttpProxy> proxy() {
    return proxies.of(endpoint);
  }

  private static void require(boolean holds, String field, String right) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + right);
    }
  }
}
