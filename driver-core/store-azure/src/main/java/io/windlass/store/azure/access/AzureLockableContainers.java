package io.windlass.store.azure.access;

import io.windlass.error.DriverException;
import io.windlass.store.azure.access.AzureManager.Reply;
import io.windlass.store.azure.bucket.LockableContainers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * "Blob Containers - Create" and "Blob Containers - Create Or Update Immutability Policy", of Azure
 * Resource Manager.
 */
public final class AzureLockableContainers implements LockableContainers {
  private static final String VERSION = "2023-05-01";

  private final AzureManager manager;
  private final String account;

  /**
   * Creates it.
   *
   * @param account resource id of the storage account
   */
  public AzureLockableContainers(AzureManager manager, String account) {
    this.manager = manager;
    this.account = account;
  }

  @Override
  public void create(String container, Map<String, String> metadata, Optional<String> scope) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("immutableStorageWithVersioning", Map.of("enabled", true));
    properties.put("metadata", metadata);
    scope.ifPresent(name -> {
      properties.put("defaultEncryptionScope", name);
      properties.put("denyEncryptionScopeOverride", true);
    });
    Reply reply = manager.put(container, resource(container), VERSION, properties);
    if (!reply.isFine()) {
      DriverException failure = manager.unexpected("make", container, reply);
      if (!failure.kind().isFinal()) {
        throw failure; // as while a container of this name is being deleted
      }
      throw new DriverException.FailedPrecondition(
          manager
              .errors()
              .says(
                  "make",
                  container,
                  ("Azure Resource Manager makes no container whose blobs can be locked (%s): the"
                          + " storage account has to keep versions of blobs, and to have no"
                          + " hierarchical namespace")
                      .formatted(reply.code().isEmpty() ? reply.status() : reply.code())));
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where versions can be retained the policy of a container is their default ("Configure
   * immutability policies for blob versions").
   */
  @Override
  public void retain(String container, int days) {
    String target = "the default retention of " + container;
    Reply reply =
        manager.put(
            target,
            resource(container) + "/immutabilityPolicies/default",
            VERSION,
            Map.of("immutabilityPeriodSinceCreationInDays", days));
    if (!reply.isFine()) {
      throw manager.unexpected("make", target, reply);
    }
  }

  private String resource(String container) {
    return account + "/blobServices/default/containers/" + container;
  }
}
