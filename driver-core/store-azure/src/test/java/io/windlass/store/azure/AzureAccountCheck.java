package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.models.BlobContainerItem;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Looks at the account that {@code test/azure/run} was given, before and after the tests. No test
 * of the build: it removes all that is in the account.
 */
@RealServer(AzuriteServer.class)
class AzureAccountCheck {
  private final BlobServiceClient account;

  AzureAccountCheck(AzuriteServer server) {
    this.account = AzuriteBackends.clients(server).service();
  }

  private List<String> containers() {
    return account.listBlobContainers().stream().map(BlobContainerItem::getName).toList();
  }

  @Test
  void theAccountIsEmpty() {
    assertThat(containers())
        .as("containers: give the tests an account that has none, they remove all that it has")
        .isEmpty();
  }

  @Test
  void allIsRemoved() {
    containers().forEach(account::deleteBlobContainer);
    assertThat(containers()).isEmpty();
  }
}
