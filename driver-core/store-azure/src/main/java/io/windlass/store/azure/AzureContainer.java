package io.windlass.store.azure;

import com.azure.storage.common.Utility;

/**
 * One container as the parts of {@link AzureStore} see it.
 *
 * @param errors of the backend that it belongs to
 */
record AzureContainer(AzureClients clients, String name, AzureErrors errors) {

  /** A key in this container as messages name it. */
  String target(String key) {
    return name + "/" + key;
  }

  /** Another container of the same account. */
  AzureContainer at(String other) {
    return new AzureContainer(clients, other, errors);
  }

  /** Its URL, without a slash behind it. */
  String url() {
    return clients.connection().endpoint().toString().replaceAll("/$", "") + "/" + name;
  }

  /**
   * The URL of a blob.
   *
   * @throws io.windlass.store.DriverException.InvalidKey for what no blob can be called
   */
  String url(String key) {
    return url() + "/" + Utility.urlEncode(AzureKeys.check(key));
  }
}
