package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.ObjectReader;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.testing.LongForm;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Volumes that are buckets of Google, mounted with HMAC keys, and read by an administrator. */
@DisplayName("Volumes on Google, on a FAKE")
@LongForm(
    gate = {"NodeVolumesTest", "FakeGcsKeyTest"},
    reason = "the same on another server")
class FakeGcsVolumesTest {
  private static final VolumeCapability WRITER = NodeCaller.capability(Mode.SINGLE_NODE_WRITER);
  private static final KeyGeneration KEY = new KeyGeneration(1, "");

  /** The driver's access by an administrator's hand is used as soon as it is granted. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce();

  @TempDir Path directory;
  private GcsBackend administrator;
  private CsiPlugin plugin;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(
        directory.resolve("credentials.json"), fake.credentials(fake.administrator("by-hand")));
    administrator =
        GcsBackend.open(
            "by-hand",
            GcsConnection.to(fake.storage(), fake.project())
                .withManagement(
                    new GcsManagement(
                        fake.identity(),
                        fake.identity(),
                        Optional.empty(),
                        Duration.ofMinutes(1),
                        Duration.ZERO)),
            Optional.of(new SecretDirectory(directory)));
    plugin = CsiPlugin.start(DriverSetup.gcs(fake));
  }

  @AfterEach
  void stop() {
    plugin.close();
    administrator.close();
    fake.close();
  }

  private byte[] content(String bucket, String key) throws IOException {
    try (ObjectReader reader = administrator.objects(bucket).get(key, GetOptions.ALL)) {
      return reader.readAll(1 << 30);
    }
  }

  private String text(String bucket, String key) throws IOException {
    return new String(content(bucket, key), StandardCharsets.UTF_8);
  }

  @Test
  void whatAWorkloadWritesIsAnObject() throws IOException {
    int accounts = fake.serviceAccounts().size();
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    String bucket = volume.bucket();
    volume.stage();
    Path target = volume.publish("one");
    Files.createDirectory(target.resolve("dir"));
    Files.writeString(target.resolve("dir/a b+c*~%20"), "written");
    assertThat(text(bucket, "dir/a b+c*~%20")).isEqualTo("written");
    plugin.killMounter();
    Files.writeString(target.resolve("dir/file"), "again");
    Files.move(target.resolve("dir"), target.resolve("moved"));
    byte[] large = new byte[40 << 20];
    new Random(1).nextBytes(large);
    Files.write(target.resolve("large"), large);
    volume.unpublish("one");
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
    assertThat(text(bucket, "moved/file")).isEqualTo("again");
    assertThat(Arrays.equals(content(bucket, "large"), large)).as("the large file").isTrue();
    assertThat(administrator.objects(bucket).uploads().list("", Optional.empty()).items())
        .as("uploads that were left")
        .isEmpty();

    assertThat(fake.serviceAccounts()).hasSize(accounts + 1);
    volume.stage();
    Path again = volume.publish("two");
    assertThat(again.resolve("moved/file")).hasContent("again");
    assertThat(Files.readAllBytes(again.resolve("large"))).isEqualTo(large);
    volume.unpublish("two");
    volume.unstage();
    volume.detachAndDelete();
    assertThat(administrator.buckets().exists(bucket)).isFalse();
    assertThat(fake.serviceAccounts()).hasSize(accounts);
  }

  /**
   * Nodes whose credentials the controller renews have tokens, and take no service account. It is
   * told that the tokens end after seconds.
   */
  @Test
  void aNodeThatHasATokenTakesNoAccountAndComesBackAfterItWasRefused() throws Exception {
    int metrics = LoopbackPort.free();
    String nobody = fake.credentials(fake.serviceAccount("may-do-nothing"));
    try (Intermediary sts =
        ShortSessions.before(
            fake.identity(),
            answer -> answer.replace("\"expires_in\":3599", "\"expires_in\":   4"))) {
      DriverSetup setup =
          DriverSetup.gcs(fake)
              .with("WINDLASS_METRICS_ADDRESS", "127.0.0.1:" + metrics)
              .with("WINDLASS_STORE_STS", sts.url().toString())
              .with("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:" + LoopbackPort.free());
      String credentials = Files.readString(setup.secrets("admin").resolve("credentials.json"));
      int accounts = fake.serviceAccounts().size();
      try (CsiPlugin renewing = CsiPlugin.start(setup)) {
        NodeCaller volume = NodeCaller.attached(renewing, WRITER);
        assertThat(volume.publishContext()).containsKey("expires");
        volume.stage();
        Path target = volume.publish("one");
        Files.createDirectory(target.resolve("dir"));
        Files.writeString(target.resolve("dir/file"), "written");
        renewing.killMounter();
        Files.move(target.resolve("dir"), target.resolve("moved"));
        assertThat(text(volume.bucket(), "moved/file")).isEqualTo("written");
        assertThat(fake.serviceAccounts()).hasSize(accounts);

        Files.writeString(target.resolve("file"), "xxx");
        new RefusedSession(renewing, metrics, volume, target)
            .seen(
                () -> {
                  setup.secret("admin", "credentials.json", nobody);
                  fake.pass(Duration.ofHours(2)); // in which all tokens end
                },
                () -> setup.secret("admin", "credentials.json", credentials),
                Duration.ZERO);
        assertThat(fake.serviceAccounts()).hasSize(accounts);
        volume.leave("one");
        volume.detachAndDelete();
      }
    }
  }

  /** As COSI hands them to pods, and by their own names; until the grant is revoked. */
  @Test
  void aBucketThatCosiGrantedIsMountedFromItsSecret() throws IOException {
    NodeCaller made = NodeCaller.attached(plugin, WRITER);
    Principal principal =
        new Principal(
            "ba-1",
            List.of(
                new BucketGrant(
                    made.bucket(),
                    "",
                    new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY),
                    Set.of())),
            Optional.empty());
    Issued issued = administrator.access().grant(principal, KEY, List.of());
    GcsAccessKey key = GcsAccessKey.of(issued.credential());
    String secret = key.secret().reveal();
    Map<String, String> ephemeral = Map.of("csi.storage.k8s.io/ephemeral", "true");
    Map<String, String> context = new HashMap<>(ephemeral);
    context.put("endpoint", fake.storage().toString());
    List<Map<String, String>> dialects =
        List.of(
            Map.of(
                "COSI_GCS_PROJECT_ID", fake.project(),
                "COSI_GCS_BUCKET_NAME", made.bucket(),
                "COSI_GCS_ACCESS_ID", key.accessId(),
                "COSI_GCS_ACCESS_SECRET", secret + "\n",
                "COSI_GCS_PRIVATE_KEY_NAME", "",
                "COSI_GCS_SERVICE_ACCOUNT", key.serviceAccount()),
            Map.of(
                "COSI_PROTOCOL", "gcs",
                "PROJECT_ID", fake.project(),
                "BUCKET_NAME", made.bucket(),
                "HMAC_ACCESS_ID", key.accessId(),
                "HMAC_SECRET", secret),
            Map.of("bucket", made.bucket(), "accessId", key.accessId(), "accessSecret", secret));
    for (Map<String, String> dialect : dialects) {
      NodeCaller inline =
          NodeCaller.of(plugin, "inline", WRITER).with("csi-inline", context, dialect);
      Path target = inline.publishDirectly("pod");
      Files.writeString(target.resolve("file"), "inline");
      assertThat(text(made.bucket(), "file")).isEqualTo("inline");
      inline.unpublish("pod");
      assertThat(plugin.mounted()).isEmpty();
    }

    NodeCaller inline =
        NodeCaller.of(plugin, "inline", WRITER).with("csi-inline", context, dialects.getFirst());
    Path target = inline.publishDirectly("pod");
    administrator.access().revoke(principal, List.of(IssuedKey.of(KEY, issued)));
    assertThatThrownBy(() -> Files.writeString(target.resolve("late"), "late"))
        .isInstanceOf(AccessDeniedException.class);
    inline.unpublish("pod");
    made.detachAndDelete();
    assertThat(plugin.process().output()).doesNotContain(secret);
  }

  @Test
  void aFolderOfASharedBucketIsRefusedInWords() {
    CreateVolumeRequest request =
        CreateVolumeRequest.newBuilder()
            .setName("folder")
            .addVolumeCapabilities(WRITER)
            .putParameters("bucket", "shared-by-volumes")
            .build();
    Status refused =
        CallStatus.of(() -> {
          var _ =
              ControllerGrpc.newBlockingStub(plugin.channel())
                  .withWaitForReady()
                  .createVolume(request);
        });

    assertThat(refused.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.getDescription())
        .contains("needs a bucket of its own", "leave parameter bucket out");
    assertThat(administrator.buckets().exists("shared-by-volumes")).isFalse();
  }
}
