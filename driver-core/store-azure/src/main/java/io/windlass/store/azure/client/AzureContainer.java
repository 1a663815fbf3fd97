package io.windlass.store.azure.client;

import com.azure.storage.common.Utility;
import io.windlass.error.StoreErrors;

/**
 * One container as the parts of {@link io.windlass.store.azure.object.AzureStore} see it.
 *
 * @param errors of the backend that it belongs to
 */
public record AzureContainer(AzureClients clients, String name, StoreErrors errors) {

  /** A key in this container as messages name it. */
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

  /** Whether directories are real; the first time, the account is asked. */
  public boolean hasDirectories() {
    return clients.hierarchy().of(this);
  }

  /** Whether a key is that of a directory that is real. */
  public boolean isDirectory(String key) {
    return key.endsWith("/") && hasDirectories();
  }

  /** A path in the account, as the source of a rename. */
  public String pathUrl(String key) {
    return "/" + name + "/" + encoded(key);
  }

  /** The URL of a path at the endpoint for directories. */
  String directoriesUrl(String key) {
    return clients.connection().directoriesEndpoint().toString().replaceAll("/$", "")
        + pathUrl(key);
  }

  /**
   * The URL of a blob.
   *
   * @throws io.windlass.error.DriverException.InvalidKey for what no blob can be called
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
