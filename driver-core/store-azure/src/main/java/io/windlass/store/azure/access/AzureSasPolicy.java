package io.windlass.store.azure.access;

import io.windlass.error.DriverException;
import io.windlass.store.azure.client.AzureManagement;
import java.util.Optional;

/**
 * The account's expiration policy for shared access signatures ("Configure an expiration policy for
 * shared access signatures"). Who may read the account, by Azure Resource Manager, is told how long
 * the account lets tokens last; all others learn only that it refuses one.
 */
public final class AzureSasPolicy {
  private static final String VERSION = "2023-05-01";

  private final AzureManager manager;
  private final AzureManagement management;

  public AzureSasPolicy(AzureManager manager, AzureManagement management) {
    this.manager = manager;
    this.management = management;
  }

  /** Returns what the policy says, as a part of a sentence. */
  String described() {
    return period()
        .map(
            "a token may last %s (days.hours:minutes:seconds) from its start, which is 5 minutes ago"
                ::formatted)
        .orElse("a token may last only so long from its start, which is 5 minutes ago");
  }

  private Optional<String> period() {
    try {
      return management
          .resource()
          .map(resource -> manager.get("the storage account", resource, VERSION))
          .map(reply ->
              reply
                  .body()
                  .path("properties")
                  .path("sasPolicy")
                  .path("sasExpirationPeriod")
                  .asString(""))
          .filter(text -> !text.isEmpty());
    } catch (DriverException e) {
      return Optional.empty(); // it may not be read, and the refusal is what has to be told
    }
  }
}
