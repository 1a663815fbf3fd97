package io.windlass.store.azure.client;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** Base URLs of storage accounts. */
public final class AzureEndpoint {
  /** Valid forms of a base URL, for messages. */
  public static final String RIGHT =
      "like https://account.blob.core.windows.net; in emulators, like http://host:10000/account";

  private static final String BLOBS = ".blob.";
  private static final String ACCOUNT = "[a-z0-9]{3,24}";

  private AzureEndpoint() {}

  /** Returns whether an account can have this name. */
  public static boolean isAccount(String name) {
    return name.matches(ACCOUNT);
  }

  /** Returns the URL in Azure's public cloud. */
  public static URI of(String account) {
    return AzureCloud.PUBLIC.endpoint(account);
  }

  /**
   * Returns the base URL of the directories of the account whose blobs have this one: that of the
   * service "dfs". A URL of another form is taken to lead to both services.
   */
  public static URI ofDirectories(URI blobs) {
    String host = blobs.getHost();
    return host.contains(BLOBS)
        ? URI.create(blobs.toString().replaceFirst(Pattern.quote(BLOBS), ".dfs."))
        : blobs;
  }

  /** Returns whether this can be a base URL; the account may be its path. */
  public static boolean isRight(URI uri) {
    return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
        && uri.getHost() != null
        && uri.getUserInfo() == null
        && uri.getQuery() == null
        && uri.getFragment() == null
        && uri.getPort() != 0
        && uri.getPort() <= 65_535
        && uri.getPath().matches("/?|/" + ACCOUNT + "/?");
  }

  /** Returns the account that a base URL names in its path, as those of emulators do. */
  static Optional<String> accountInPath(URI endpoint) {
    return Optional.of(endpoint.getPath().replace("/", "")).filter(path -> !path.isEmpty());
  }

  /** Returns the account that a base URL names. */
  public static String account(URI endpoint) {
    return accountInPath(endpoint).orElseGet(() -> endpoint.getHost().replaceFirst("\\..*", ""));
  }
}
