package io.windlass.store.azure.object;

import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureVersion;
import java.util.Optional;

/**
 * Versions of the blobs of one container. The owner of the account decides whether there are any.
 * The service has no delete markers, and does not tell when a blob was deleted.
 */
record AzureVersions(AzureLists lists, AzureDeletes deletes) implements ObjectVersions {
  @Override
  public Page<ListedVersion> list(String prefix, Optional<String> token) {
    return lists.versions(prefix, token);
  }

  @Override
  public void delete(String key, String version) {
    deletes.version(key, AzureVersion.of(version));
  }
}
