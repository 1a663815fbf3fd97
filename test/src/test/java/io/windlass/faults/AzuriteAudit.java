package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobContainerItem;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Audit of the account of an Azurite that only the drivers use. */
final class AzuriteAudit implements Audit {
  private final BlobServiceClient account;

  AzuriteAudit(AzuriteServer server) {
    this.account =
        new BlobServiceClientBuilder()
            .endpoint(server.accountEndpoint().toString())
            .credential(
                new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
            .buildClient();
  }

  @Override
  public void requireExactly(Holdings holdings) {
    Set<String> expected = new TreeSet<>(holdings.buckets());
    expected.add(DriverSetup.REGISTRY);
    List<String> containers =
        account.listBlobContainers().stream().map(BlobContainerItem::getName).toList();
    assertThat(containers).containsExactlyInAnyOrderElementsOf(expected);
    holdings.requireRecords(records());
    List<String> policies = new ArrayList<>();
    for (String container : containers) {
      Optional.ofNullable(
              account.getBlobContainerClient(container).getAccessPolicy().getIdentifiers())
          .orElse(List.of())
          .forEach((BlobSignedIdentifier policy) -> policies.add(policy.getId()));
    }
    assertThat(policies).containsExactlyInAnyOrderElementsOf(holdings.grants().values());
  }

  /** Records by kind and id; fails if anybody has a claim on one. */
  private Map<String, JsonNode> records() {
    BlobContainerClient registry = account.getBlobContainerClient(DriverSetup.REGISTRY);
    JsonMapper json = new JsonMapper();
    Map<String, JsonNode> records = new TreeMap<>();
    for (BlobItem blob : registry.listBlobs()) {
      JsonNode record =
          json.readTree(registry.getBlobClient(blob.getName()).downloadContent().toBytes());
      assertThat(record.path("claim").isNull())
          .as("%s is claimed by nobody", blob.getName())
          .isTrue();
      records.put(URLDecoder.decode(blob.getName(), StandardCharsets.UTF_8), record.path("value"));
    }
    return records;
  }
}
