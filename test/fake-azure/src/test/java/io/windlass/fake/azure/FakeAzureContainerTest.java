package io.windlass.fake.azure;

import static io.windlass.fake.azure.Sdk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Containers, their policies and leases. */
class FakeAzureContainerTest {
  private final FakeAzure fake = new FakeAzure(InstantSource.fixed(Instant.now()));
  private final FakeAccount account = fake.add("containers", AccountSettings.FLAT);
  private final BlobContainerClient container = Sdk.container(account, "container");

  @AfterEach
  void close() {
    fake.close();
  }

  private static List<BlobSignedIdentifier> policies(int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            new BlobSignedIdentifier()
                .setId("policy-" + i)
                .setAccessPolicy(new BlobAccessPolicy().setPermissions("r")))
        .toList();
  }

  @Test
  void theSixthPolicyIsRefused() {
    container.setAccessPolicy(null, policies(5));

    refused(400, "InvalidXmlDocument", () -> container.setAccessPolicy(null, policies(6)));
    assertThat(container.getAccessPolicy().getIdentifiers()).hasSize(5);
  }

  /** "delete-container". */
  @Test
  void aContainerGoesWithItsBlobsAndItsNameIsBlocked() {
    container.getBlobClient("blob").upload(BinaryData.fromString("x"));
    container.delete();

    refused(409, "ContainerBeingDeleted", container::create);
    refused(404, "ContainerNotFound", container::getAccessPolicy);
    fake.pass(FakeAccount.DELETING);
    container.create();
    assertThat(container.listBlobs()).isEmpty();
  }

  @Test
  void namesAreTakenOnceAndChecked() {
    refused(409, "ContainerAlreadyExists", container::create);
    refused(400, "InvalidResourceName", () -> Sdk.container(account, "no--name"));
  }

  @Test
  void metadataAreThere() {
    container.setMetadata(Map.of("owner", "somebody"));

    assertThat(container.getProperties().getMetadata()).containsEntry("owner", "somebody");
    assertThat(Sdk.service(account).listBlobContainers()).hasSize(1);
  }

  @Test
  void whoHoldsTheLeaseDeletes() {
    BlobLeaseClient lease = new BlobLeaseClientBuilder().containerClient(container).buildClient();
    String id = lease.acquireLease(-1);
    BlobLeaseClient other = new BlobLeaseClientBuilder().containerClient(container).buildClient();

    refused(409, "LeaseAlreadyPresent", () -> other.acquireLease(15));
    refused(412, "LeaseIdMissing", container::delete);
    refused(412, "LeaseIdMismatchWithContainerOperation", () -> delete(other.getLeaseId()));
    Response<Void> _ = delete(id);
  }

  private Response<Void> delete(String lease) {
    return container.deleteWithResponse(
        new BlobRequestConditions().setLeaseId(lease), null, Context.NONE);
  }

  @Test
  void leasesEndAndAreBroken() {
    BlobLeaseClient lease = new BlobLeaseClientBuilder().containerClient(container).buildClient();
    String id = lease.acquireLease(60);
    fake.pass(Duration.ofSeconds(61));
    refused(412, "LeaseNotPresentWithContainerOperation", () -> delete(id));
    String _ = lease.renewLease();
    Integer _ = lease.breakLease();
    refused(409, "LeaseIsBrokenAndCannotBeRenewed", lease::renewLease);
    refused(409, "LeaseIsBreakingAndCannotBeAcquired", () -> lease.acquireLease(60));
    fake.pass(Duration.ofSeconds(61));
    String _ = lease.acquireLease(15);
    lease.releaseLease();
    refused(409, "LeaseNotPresentWithLeaseOperation", lease::renewLease);
  }

  /** "lease-container", but of a deletion: whoever names no lease needs none. */
  @Test
  void aLeaseIsInNobodysWayWhoNamesNone() {
    String _ =
        new BlobLeaseClientBuilder().containerClient(container).buildClient().acquireLease(-1);

    container.setAccessPolicy(null, policies(1));

    assertThat(container.getAccessPolicy().getIdentifiers()).hasSize(1);
  }

  @Test
  void whatItDoesNotKnowItSays() {
    refused(501, "NotKnownToTheFake", () -> Sdk.service(account).getProperties());
    refused(
        501,
        "NotKnownToTheFake",
        () -> Sdk.service(account).findBlobsByTags("a='b'").iterator().hasNext());
  }
}
