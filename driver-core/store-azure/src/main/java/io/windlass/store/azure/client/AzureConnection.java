package io.windlass.store.azure.client;

import static io.windlass.http.HttpSettings.require;

import io.windlass.http.HttpProxy;
import io.windlass.http.HttpSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Connection settings of a storage account, without credentials.
 *
 * @param endpoint base URL of the account's blob service; in emulators the account is its path
 * @param directoriesEndpoint base URL of the account's directories, where it has any
 * @param account the account's name
 * @param policiesEffectiveAfter how long the service may still use the old policies of a container
 *     after they were changed: it may refuse new tokens, and accept revoked ones
 * @param version of requests, which the service must have; empty: the newest that it has of two
 * @param region location of the account, like {@code westeurope}, if it is known
 * @param hierarchy whether the account has directories, if it is not to be asked
 * @param management what controls access to the account
 * @param http how requests are sent
 */
public record AzureConnection(
    URI endpoint,
    URI directoriesEndpoint,
    String account,
    Duration policiesEffectiveAfter,
    Optional<ServiceVersion> version,
    Optional<String> region,
    Optional<Boolean> hierarchy,
    AzureManagement management,
    HttpSettings http) {

  /** "Define a stored access policy": up to 30 seconds. */
  public static final Duration DEFAULT_POLICIES_EFFECTIVE_AFTER = Duration.ofSeconds(30);

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public AzureConnection {
    require(AzureEndpoint.isRight(endpoint), "endpoint", AzureEndpoint.RIGHT);
    require(AzureEndpoint.isAccount(account), "account", "3 to 24 lower case letters and digits");
    require(
        AzureEndpoint.accountInPath(endpoint).map(account::equals).orElse(true),
        "account",
        "the one that is the path of the endpoint");
    require(
        management.resource().map(id -> id.endsWith("/" + account)).orElse(true),
        "the resource id",
        "that of account " + account);
    require(!policiesEffectiveAfter.isNegative(), "policiesEffectiveAfter", "no less than nothing");
  }

  /** Returns settings with the defaults for all else. Emulators apply new policies at once. */
  public static AzureConnection to(URI endpoint, String account) {
    return new AzureConnection(
        endpoint,
        AzureEndpoint.ofDirectories(endpoint),
        account,
        AzureEndpoint.accountInPath(endpoint).isPresent()
            ? Duration.ZERO
            : DEFAULT_POLICIES_EFFECTIVE_AFTER,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        AzureManagement.of(AzureCloud.ofAccount(endpoint)),
        HttpSettings.DEFAULT);
  }

  /** Returns these settings with another base URL of the directories. */
  public AzureConnection withDirectoriesEndpoint(URI directories) {
    return new AzureConnection(
        endpoint,
        directories,
        account,
        policiesEffectiveAfter,
        version,
        region,
        hierarchy,
        management,
        http);
  }

  /** Returns these settings for a service that applies changed policies earlier or later. */
  public AzureConnection withPoliciesEffectiveAfter(Duration after) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        after,
        version,
        region,
        hierarchy,
        management,
        http);
  }

  /** Returns these settings for a service that has requests of this version; empty: it is found. */
  public AzureConnection withVersion(Optional<ServiceVersion> other) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        policiesEffectiveAfter,
        other,
        region,
        hierarchy,
        management,
        http);
  }

  /** Returns these settings of an account at a location; empty: it is not known. */
  public AzureConnection withRegion(Optional<String> location) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        policiesEffectiveAfter,
        version,
        location,
        hierarchy,
        management,
        http);
  }

  /** Returns these settings of an account that has directories, or not; empty: it is asked. */
  public AzureConnection withHierarchy(Optional<Boolean> directories) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        policiesEffectiveAfter,
        version,
        region,
        directories,
        management,
        http);
  }

  /** Returns these settings with access controlled there. */
  public AzureConnection withManagement(AzureManagement other) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        policiesEffectiveAfter,
        version,
        region,
        hierarchy,
        other,
        http);
  }

  /** Returns these settings with requests sent in another way. */
  public AzureConnection withHttp(HttpSettings other) {
    return new AzureConnection(
        endpoint,
        directoriesEndpoint,
        account,
        policiesEffectiveAfter,
        version,
        region,
        hierarchy,
        management,
        other);
  }

  /** Returns these settings with other time limits. */
  public AzureConnection withTimeouts(Duration call, Duration attempt) {
    return withHttp(http.withTimeouts(call, attempt));
  }

  /** Returns the proxy that requests about data go through. */
  public Optional<HttpProxy> proxy() {
    return http.proxies().of(endpoint);
  }
}
