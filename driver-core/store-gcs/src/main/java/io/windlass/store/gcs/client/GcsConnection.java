package io.windlass.store.gcs.client;

import static io.windlass.http.HttpSettings.require;

import io.windlass.http.HttpProxy;
import io.windlass.http.HttpSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Connection settings of Cloud Storage, without credentials.
 *
 * @param endpoint base URL of the JSON API and the XML API
 * @param project id of the project that buckets are made in and listed from
 * @param region location of new buckets; empty: the service chooses
 * @param softDelete how long new buckets keep what is deleted; zero: not at all
 * @param management how access is managed
 * @param http how requests are sent
 */
public record GcsConnection(
    URI endpoint,
    String project,
    Optional<String> region,
    Duration softDelete,
    GcsManagement management,
    HttpSettings http) {

  /** What a right endpoint is, for messages. */
  public static final String ENDPOINT_RIGHT =
      "a URL with http or https and a host, and nothing behind it";

  /** The ids of old projects have a domain before a colon. */
  public static final String PROJECT = "[a-z][a-z0-9:.-]{4,62}[a-z0-9]";

  /** What a right project is, for messages. */
  public static final String PROJECT_RIGHT =
      "the id of a project: 6 to 30 lower case letters, digits and hyphens";

  /** Placeholder for backends that only read and write data, which need no project. */
  private static final String NO_PROJECT = "no-project";

  public static final URI DEFAULT_ENDPOINT = URI.create("https://storage.googleapis.com");

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public GcsConnection {
    require(isEndpoint(endpoint), "endpoint", ENDPOINT_RIGHT);
    require(project.matches(PROJECT), "project", PROJECT_RIGHT);
  }

  /** Returns settings for a bucket whose project is not known, and not needed. */
  public static GcsConnection forData(URI endpoint) {
    return to(endpoint, NO_PROJECT);
  }

  /** Returns settings with the defaults for all else. */
  public static GcsConnection to(URI endpoint, String project) {
    return new GcsConnection(
        endpoint,
        project,
        Optional.empty(),
        Duration.ZERO,
        GcsManagement.PUBLIC,
        HttpSettings.DEFAULT);
  }

  /** Returns these settings with another location of new buckets; empty: the service chooses. */
  public GcsConnection withRegion(Optional<String> location) {
    return new GcsConnection(endpoint, project, location, softDelete, management, http);
  }

  /** Returns these settings with new buckets that keep what is deleted for this long. */
  public GcsConnection withSoftDelete(Duration kept) {
    return new GcsConnection(endpoint, project, region, kept, management, http);
  }

  /** Returns these settings with access managed like this. */
  public GcsConnection withManagement(GcsManagement other) {
    return new GcsConnection(endpoint, project, region, softDelete, other, http);
  }

  /** Returns these settings with requests sent in another way. */
  public GcsConnection withHttp(HttpSettings other) {
    return new GcsConnection(endpoint, project, region, softDelete, management, other);
  }

  /** Returns these settings with other time limits. */
  public GcsConnection withTimeouts(Duration call, Duration attempt) {
    return withHttp(http.withTimeouts(call, attempt));
  }

  /** Returns the proxy that requests about data go through. */
  public Optional<HttpProxy> proxy() {
    return http.proxies().of(endpoint);
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

  /** Returns the endpoint with a slash at its end. */
  public String root() {
    return endpoint.toString().replaceAll("/*$", "/");
  }
}
