package io.windlass.test.csi;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobContainerAccessPolicies;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.linux.MountPoint;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Scrape;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    assertThat(plugin.mounted())
        .extracting(MountPoint::source)
        .as("as 'windlass mount' takes it")
        .containsOnly("azure://%s/%s/".formatted(server.account(), volume.bucket()));
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

  /** A token lasts a minute here, and takes no stored access policy. */
  @Test
  @LongForm(
      gate = {"NodeVolumesTest", "AzuriteVolumesTest.whatAWorkloadWritesIsABlob"},
      reason = "a token lasts a minute")
  void theTokenOfANodeIsRenewedWhileAProgramWritesAndComesBackAfterItWasRefused() throws Exception {
    int metrics = LoopbackPort.free();
    DriverSetup setup =
        DriverSetup.azurite(server)
            .with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + metrics)
            .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:" + LoopbackPort.free())
            .with("WINDLASS_STORE_SESSION_LIFE", "1m");
    try (CsiPlugin renewing = CsiPlugin.start(setup)) {
      NodeCaller volume = NodeCaller.attached(renewing, WRITER);
      assertThat(volume.publishContext()).containsKey("expires");
      volume.stage();
      Path target = volume.publish("one");
      Files.writeString(target.resolve("file"), "xxx");
      for (int renewal = 1; renewal <= 3; renewal++) {
        int wanted = renewal;
        await()
            .until(() -> {
              Files.writeString(target.resolve("file" + wanted), "written");
              return Scrape.of(metrics).value("windlass_credential_renewals_total").orElse(0.0)
                  >= wanted;
            });
      }
      BlobContainerClient container = container(volume.bucket());
      assertThat(policies(container)).isEmpty();
      assertThat(container.getBlobClient("file3").downloadContent().toString())
          .isEqualTo("written");
      assertThat(renewing.process().output()).doesNotContain("cannot be renewed");

      String another = Base64.getEncoder().encodeToString(new byte[64]);
      new RefusedSession(renewing, metrics, volume, target)
          .seen(
              () -> setup.secret("admin", "accountKey", another),
              () -> setup.secret("admin", "accountKey", server.accountKey().reveal()),
              Duration.ZERO);
      volume.leave("one");
      volume.detachAndDelete();
      assertThat(renewing.process().output()).doesNotContain("sig=");
    }
  }

  /** A container has no more than five stored access policies; tokens of nodes take none. */
  @Test
  @LongForm(
      gate = {"NodeVolumesTest", "AzuriteVolumesTest.whatAWorkloadWritesIsABlob"},
      reason = "it starts seven nodes")
  void sevenNodesMountOneContainer() throws IOException {
    DriverSetup setup =
        DriverSetup.azurite(server)
            .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:" + LoopbackPort.free());
    VolumeCapability shared = NodeCaller.capability(Mode.MULTI_NODE_MULTI_WRITER);
    List<CsiPlugin> nodes = new ArrayList<>();
    try {
      nodes.add(CsiPlugin.start(setup.with("WINDLASS_CSI_NODE_ID", "node-0")));
      NodeCaller first = NodeCaller.attached(nodes.getFirst(), shared);
      BlobContainerClient container = container(first.bucket());
      List<NodeCaller> all = new ArrayList<>(List.of(first));
      while (nodes.size() < 7) {
        DriverSetup node = setup.csiNode().with("WINDLASS_CSI_NODE_ID", "node-" + nodes.size());
        nodes.add(CsiPlugin.over(node));
        all.add(first.alsoOn(nodes.getLast()));
      }
      List<Path> targets = new ArrayList<>();
      for (NodeCaller each : all) {
        assertThat(each.publishContext()).containsKey("expires");
        each.stage();
        targets.add(each.publish("one"));
      }
      for (int i = 0; i < 7; i++) {
        Files.writeString(targets.get(i).resolve("of-" + i), "by " + i);
      }
      for (Path target : targets) {
        for (int i = 0; i < 7; i++) {
          assertThat(target.resolve("of-" + i)).hasContent("by " + i);
        }
      }
      assertThat(policies(container)).isEmpty();
      all.forEach(each -> each.leave("one"));
      assertThat(nodes).allSatisfy(node -> assertThat(node.mounted()).isEmpty());
      all.reversed().subList(0, 6).forEach(NodeCaller::detach);
      first.detachAndDelete();
      assertThat(container.exists()).isFalse();
    } finally {
      nodes.reversed().forEach(CsiPlugin::close);
    }
  }

  private static List<String> policies(BlobContainerClient container) {
    BlobContainerAccessPolicies there = container.getAccessPolicy();
    return Optional.ofNullable(there.getIdentifiers()).orElse(List.of()).stream()
        .map(each -> each.getId())
        .toList();
  }

  /** As COSI hands them to pods, in its two dialects, and as Azure's tools take them. */
  @Test
  @LongForm(
      gate = {"NodeVolumesTest", "AzuriteVolumesTest.whatAWorkloadWritesIsABlob"},
      reason = "the same as on S3, on another server")
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

  /** The token of a Secret ends; the next call for the volume brings that which replaced it. */
  @Test
  @LongForm(
      gate = {"NodeVolumesTest", "AzuriteVolumesTest.whatAWorkloadWritesIsABlob"},
      reason = "the same as on S3, on another server")
  void aTokenIsReplacedOnTheLivingMount() throws IOException {
    NodeCaller made = NodeCaller.attached(plugin, WRITER);
    BlobContainerClient container = container(made.bucket());
    List<BlobSignedIdentifier> own = container.getAccessPolicy().getIdentifiers();
    Map<String, String> context = Map.of("csi.storage.k8s.io/ephemeral", "true");
    NodeCaller inline = NodeCaller.of(plugin, "inline", WRITER);
    inline.with("csi-renewed", context, secret(container, "first"));
    setPolicies(container, own, "first", "second");
    Path target = inline.publishDirectly("pod");
    try (FileChannel open = FileChannel.open(target.resolve("open"), CREATE, WRITE)) {
      open.write(ByteBuffer.wrap(new byte[1]));
      inline.with("csi-renewed", context, secret(container, "second")).publishDirectly("pod");
      setPolicies(container, own, "second");
      open.write(ByteBuffer.wrap(new byte[1]));
      open.force(true);
    }
    assertThat(container.getBlobClient("open").getProperties().getBlobSize()).isEqualTo(2);

    setPolicies(container, own);
    assertThatThrownBy(() -> Files.writeString(target.resolve("late"), "late"))
        .isInstanceOf(AccessDeniedException.class);
    setPolicies(container, own, "third");
    inline.with("csi-renewed", context, secret(container, "third")).publishDirectly("pod");
    Files.writeString(target.resolve("late"), "late");
    assertThat(container.getBlobClient("late").downloadContent().toString()).isEqualTo("late");
    inline.unpublish("pod");
    made.detachAndDelete();
    assertThat(plugin.process().output()).doesNotContain("sig=");
  }

  private static void setPolicies(
      BlobContainerClient container, List<BlobSignedIdentifier> own, String... names) {
    List<BlobSignedIdentifier> all = new ArrayList<>(own);
    for (String name : names) {
      all.add(
          new BlobSignedIdentifier()
              .setId(name)
              .setAccessPolicy(
                  new BlobAccessPolicy()
                      .setPermissions("rcwdl")
                      .setExpiresOn(OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))));
    }
    container.setAccessPolicy(null, all);
  }

  private static Map<String, String> secret(BlobContainerClient container, String policy) {
    String token = container.generateSas(new BlobServiceSasSignatureValues(policy));
    return Map.of("AZURE_STORAGE_SAS_TOKEN", container.getBlobContainerUrl() + "?" + token);
  }

  /** The one that the driver granted to this node has a policy; this is another. */
  private static String token(BlobContainerClient container) {
    return container.generateSas(
        new BlobServiceSasSignatureValues(
            OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
            BlobContainerSasPermission.parse("rcwdl")));
  }
}
