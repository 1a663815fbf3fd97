package io.windlass.store.azure.client;

import com.azure.storage.common.Utility;
import io.windlass.error.StoreErrors;

/**
 * One container as the parts of {@link io.windlass.store.azure.object.AzureStore} see it.
 *
 * @param errors of the backend that it belongs to
 */
public record AzureContainer(AzureClients clients, String name, StoreErrors errors) {

  /** Returns the name of a key in this container for messages. */
  public String target(String key) {
    return name + "/" + key;
  }

  /** Another container of the same account. */
  public AzureContainer at(String other) {
    return new AzureContainer(clients, other, errors);
  }

  /** The URL of the account, without a slash behind it. */
  String accountUrl() {
    return clients.connection().endpoint().toString().replaceAll("/$", "");
  }

  /** Its URL, without a slash behind it. */
  public String url() {
    return accountUrl() + "/" + name;
  }

  /** Returns whether the account has directories; asks the account the first time. */
  public boolean hasDirectories() {
    return clients.hierarchy().of(this);
  }

  /** Returns whether a key is that of a directory in an account with directories. */
  public boolean isDirectory(String key) {
    return key.endsWith("/") && hasDirectories();
  }

  /** A path in the account, as the source of a rename. */
  public String pathUrl(String key) {
    return "/" + name + "/" + encoded(key);
  }

  /** The URL of the endpoint for directories, without a slash behind it. */
  String directoriesUrl() {
    return clients.connection().directoriesEndpoint().toString().replaceAll("/$", "");
  }

  /** The URL of a path at the endpoint for directories. */
  String directoriesUrl(String key) {
    return directoriesUrl() + pathUrl(key);
  }

  /**
   * The URL of a blob.
   *
   * @throws io.windlass.error.DriverException.InvalidKey if no blob can have this name
   */
  public String url(String key) {
    return url() + "/" + encoded(key);
  }

  private String encoded(String key) {
    if (AzureKeys.hasEmptySegment(key) && hasDirectories()) {
      throw AzureKeys.emptySegment();
    }
    return Utility.urlEncode(AzureKeys.check(key));
  }
}
