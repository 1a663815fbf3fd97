package io.windlass.fake.azure;

import static io.windlass.fake.azure.Sdk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.sas.SasProtocol;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys and shared access signatures. */
class FakeAzureSignatureTest {
  private final FakeAzure fake = new FakeAzure(InstantSource.fixed(Instant.now()));
  private final FakeAccount account = fake.add("signatures", AccountSettings.FLAT);
  private BlobContainerClient owner;

  @BeforeEach
  void make() {
    owner = Sdk.container(account, "container");
    owner.getBlobClient("there").upload(BinaryData.fromString("there"));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private static OffsetDateTime in(Duration time) {
    return OffsetDateTime.now(ZoneOffset.UTC).plus(time);
  }

  private BlobContainerClient permitted(String letters) {
    return signed(
        new BlobServiceSasSignatureValues(
            in(Duration.ofHours(1)), BlobContainerSasPermission.parse(letters)));
  }

  private BlobContainerClient signed(BlobServiceSasSignatureValues values) {
    return Sdk.signed(account, "container", owner.generateSas(values));
  }

  private static void write(BlobContainerClient container, String name) {
    container.getBlobClient(name).upload(BinaryData.fromString("written"), true);
  }

  @Test
  void anotherKeyIsRefused() {
    BlobContainerClient other =
        new BlobServiceClientBuilder()
            .endpoint(account.endpoint().toString())
            .credential(new StorageSharedKeyCredential(account.name(), "b3RoZXI="))
            .buildClient()
            .getBlobContainerClient("container");

    refused(403, "AuthenticationFailed", other::getProperties);
  }

  @Test
  void createDoesNotOverwrite() {
    write(permitted("c"), "new");

    refused(403, "UnauthorizedBlobOverwrite", () -> write(permitted("c"), "there"));
    write(permitted("w"), "there");
    refused(403, "AuthorizationPermissionMismatch", () -> write(permitted("r"), "new"));
  }

  @Test
  void eachOperationHasItsPermission() {
    BlobContainerClient reader = permitted("r");
    assertThat(reader.getBlobClient("there").downloadContent()).hasToString("there");
    refused(403, "AuthorizationPermissionMismatch", () -> reader.getBlobClient("there").delete());
    refused(403, "AuthorizationPermissionMismatch", () -> reader.listBlobs().iterator().hasNext());
    refused(403, "AuthorizationPermissionMismatch", () -> reader.getBlobClient("there").getTags());
    assertThat(permitted("l").listBlobs()).hasSize(1);
    refused(403, "AuthorizationPermissionMismatch", () -> permitted("rwdl").getProperties());
    refused(403, "AuthorizationPermissionMismatch", () -> permitted("rwdl").delete());
    permitted("d").getBlobClient("there").delete();
  }

  @Test
  void aTokenOfABlobReachesNoOther() {
    String token =
        owner
            .getBlobClient("there")
            .generateSas(
                new BlobServiceSasSignatureValues(
                    in(Duration.ofHours(1)), new BlobSasPermission().setReadPermission(true)));
    write(owner, "other");
    BlobContainerClient signed = Sdk.signed(account, "container", token);

    assertThat(signed.getBlobClient("there").downloadContent()).hasToString("there");
    refused(403, "AuthenticationFailed", () -> signed.getBlobClient("other").downloadContent());
  }

  @Test
  void aTokenBeginsAndEnds() {
    BlobContainerClient later =
        signed(
            new BlobServiceSasSignatureValues(
                    in(Duration.ofHours(2)), BlobContainerSasPermission.parse("r"))
                .setStartTime(in(Duration.ofHours(1))));
    BlobContainerClient now = permitted("r");

    refused(403, "AuthenticationFailed", () -> later.getBlobClient("there").getProperties());
    fake.pass(Duration.ofMinutes(61));
    assertThat(later.getBlobClient("there").exists()).isTrue();
    refused(403, "AuthenticationFailed", () -> now.getBlobClient("there").downloadContent());
  }

  @Test
  void aTokenForHttpsIsNotForHttp() {
    BlobContainerClient https =
        signed(
            new BlobServiceSasSignatureValues(
                    in(Duration.ofHours(1)), BlobContainerSasPermission.parse("r"))
                .setProtocol(SasProtocol.HTTPS_ONLY));

    refused(
        403, "AuthorizationProtocolMismatch", () -> https.getBlobClient("there").downloadContent());
  }

  private static BlobSignedIdentifier policy(String id, String permissions) {
    return new BlobSignedIdentifier()
        .setId(id)
        .setAccessPolicy(
            new BlobAccessPolicy()
                .setPermissions(permissions)
                .setExpiresOn(in(Duration.ofHours(1))));
  }

  @Test
  void whatAPolicyPermitsIsPermittedWhileItIsThere() {
    owner.setAccessPolicy(null, List.of(policy("one", "r")));
    BlobContainerClient token = signed(new BlobServiceSasSignatureValues("one"));
    assertThat(token.getBlobClient("there").exists()).isTrue();

    owner.setAccessPolicy(null, List.of(policy("one", "l")));
    refused(
        403, "AuthorizationPermissionMismatch", () -> token.getBlobClient("there").getProperties());
    owner.setAccessPolicy(null, List.of(policy("other", "r")));
    refused(403, "AuthenticationFailed", () -> token.listBlobs().iterator().hasNext());
  }

  @Test
  void aTermIsInThePolicyOrInTheToken() {
    owner.setAccessPolicy(null, List.of(policy("one", "r")));
    BlobContainerClient both =
        signed(
            new BlobServiceSasSignatureValues(
                    in(Duration.ofHours(1)), BlobContainerSasPermission.parse("r"))
                .setIdentifier("one"));

    refused(403, "AuthenticationFailed", () -> both.getBlobClient("there").downloadContent());
  }

  @Test
  void policiesCanTakeHalfAMinute() {
    FakeAccount slow =
        fake.add("slow", AccountSettings.FLAT.withPoliciesAfter(Duration.ofSeconds(30)));
    BlobContainerClient container = Sdk.container(slow, "container");
    container.setAccessPolicy(null, List.of(policy("one", "l")));
    BlobContainerClient token =
        Sdk.signed(
            slow, "container", container.generateSas(new BlobServiceSasSignatureValues("one")));

    refused(403, "AuthenticationFailed", () -> token.listBlobs().iterator().hasNext());
    fake.pass(Duration.ofSeconds(30));
    assertThat(token.listBlobs()).isEmpty();
    container.setAccessPolicy(null, List.of());
    assertThat(token.listBlobs()).isEmpty();
    fake.pass(Duration.ofSeconds(30));
    refused(403, "AuthenticationFailed", () -> token.listBlobs().iterator().hasNext());
  }

  @Test
  void onlyVersionsThatThereAreAreTaken() {
    BlobServiceClientBuilder client =
        new BlobServiceClientBuilder()
            .endpoint(account.endpoint().toString())
            .credential(new StorageSharedKeyCredential(account.name(), account.key().reveal()));
    for (BlobServiceVersion each : BlobServiceVersion.values()) {
      assertThat(client.serviceVersion(each).buildClient().listBlobContainers()).hasSize(1);
    }
    fake.knowsUpTo("2026-02-06");
    refused(
        400,
        "InvalidHeaderValue",
        () ->
            client
                .serviceVersion(BlobServiceVersion.V2026_04_06)
                .buildClient()
                .listBlobContainers()
                .iterator()
                .hasNext());
  }

  @Test
  void anAccountCanRefuseItsKeys() {
    FakeAccount keyless = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());

    refused(403, "KeyBasedAuthenticationNotPermitted", () -> Sdk.container(keyless, "container"));
  }
}
