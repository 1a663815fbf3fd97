package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobContainerAccessPolicies;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Volumes that are containers of Azurite, mounted, and read by Azure's own client. */
@RealServer(AzuriteServer.class)
class AzuriteVolumesTest {
  private static final VolumeCapability WRITER = NodeCaller.capability(Mode.SINGLE_NODE_WRITER);

  private final AzuriteServer server;
  private CsiPlugin plugin;

  AzuriteVolumesTest(AzuriteServer server) {
    this.server = server;
  }

  @BeforeEach
  void start() {
    plugin = CsiPlugin.start(DriverSetup.azurite(server));
  }

  @AfterEach
  void stop() {
    plugin.close();
  }

  private BlobContainerClient container(String name) {
    return new BlobServiceClientBuilder()
        .endpoint(server.accountEndpoint().toString())
        .credential(new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
        .buildClient()
        .getBlobContainerClient(name);
  }

  @Test
  void whatAWorkloadWritesIsABlob() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    BlobContainerClient container = container(volume.bucket());
    volume.stage();
    Path target = volume.publish("one");
    Files.createDirectory(target.resolve("dir"));
    Files.writeString(target.resolve("dir/file"), "written");
    assertThat(container.getBlobClient("dir/file").downloadContent().toString())
        .isEqualTo("written");
    plugin.killMounter();
    Files.writeString(target.resolve("dir/file"), "again");
    Files.move(target.resolve("dir"), target.resolve("moved"));
    volume.unpublish("one");
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
    assertThat(container.getBlobClient("moved/file").downloadContent().toString())
        .isEqualTo("again");

    assertThat(policies(container)).hasSize(1);
    volume.stage();
    assertThat(volume.publish("two").resolve("moved/file")).hasContent("again");
    volume.unpublish("two");
    volume.unstage();
    volume.detachAndDelete();
    assertThat(container.exists()).isFalse();
    assertThat(plugin.process().output()).doesNotContain("restricted", "sig=");
  }

  private static List<String> policies(BlobContainerClient container) {
    BlobContainerAccessPolicies there = container.getAccessPolicy();
    return there.getIdentifiers().stream().map(each -> each.getId()).toList();
  }

  /** As COSI hands them to pods, in its two dialects, and as Azure's tools take them. */
  @Test
  void anEphemeralVolumeIsMountedFromItsSecret() throws IOException {
    NodeCaller made = NodeCaller.attached(plugin, WRITER);
    String uri = container(made.bucket()).getBlobContainerUrl();
    String token = token(container(made.bucket()));
    Map<String, String> context = Map.of("csi.storage.k8s.io/ephemeral", "true");
    List<Map<String, String>> dialects =
        List.of(
            Map.of(
                "COSI_AZURE_STORAGE_ACCOUNT",
                server.account(),
                "COSI_AZURE_ACCESS_TOKEN",
                uri + "?" + token,
                "COSI_AZURE_EXPIRY_TIMESTAMP",
                ""),
            Map.of(
                "COSI_PROTOCOL",
                "azure",
                "AZURE_STORAGE_ACCOUNT",
                server.account(),
                "AZURE_STORAGE_SAS_TOKEN",
                uri + "?" + token + "\n",
                "AZURE_STORAGE_SAS_TOKEN_EXPIRY_TIMESTAMP",
                "2030-01-01T00:00:00Z"),
            Map.of(
                "bucket", made.bucket(),
                "endpoint", server.accountEndpoint().toString(),
                "accountKey", server.accountKey().reveal()),
            Map.of(
                "BucketInfo",
                """
                {"metadata":{"name":"bc-1"},"spec":{"bucketName":"%s","authenticationType":"Key",
                "secretS3":null,"secretAzure":{"accessToken":"%s","expiryTimeStamp":null},
                "protocols":["azure"]}}
                """
                    .formatted(made.bucket(), uri + "?" + token)));
    for (Map<String, String> secret : dialects) {
      NodeCaller inline =
          NodeCaller.of(plugin, "inline", WRITER).with("csi-inline", context, secret);
      Path target = inline.publishDirectly("pod");
      Files.writeString(target.resolve("file"), "inline");
      assertThat(target.resolve("file")).hasContent("inline");
      inline.unpublish("pod");
      assertThat(plugin.mounted()).isEmpty();
    }
    assertThat(plugin.process().output()).doesNotContain(token, server.accountKey().reveal());
  }

  /** The one that the driver granted to this node has a policy; this is another. */
  private static String token(BlobContainerClient container) {
    return container.generateSas(
        new BlobServiceSasSignatureValues(
            OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
            BlobContainerSasPermission.parse("rcwdl")));
  }
}
