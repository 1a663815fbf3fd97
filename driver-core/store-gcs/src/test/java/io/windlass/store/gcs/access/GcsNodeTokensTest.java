package io.windlass.store.gcs.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.Storage;
import com.google.api.services.storage.StorageRequest;
import com.google.api.services.storage.model.ManagedFolder;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.Proxies;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Secret;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.GcsConnector;
import io.windlass.store.gcs.bucket.BucketLooks;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Tokens of nodes on Google (on a FAKE)")
class GcsNodeTokensTest {
  private static final GcsConnector CONNECTOR = new GcsConnector();

  private final FakeGcs fake = new FakeGcs("project");
  private GcsBackend driver;

  @BeforeEach
  void open(@TempDir Path directory) {
    driver = GcsBackends.open(fake, directory);
    driver.buckets().create("volumes", BucketSettings.DEFAULT);
    driver.buckets().create("others", BucketSettings.DEFAULT);
    driver.objects("volumes").put("there", Content.of(new byte[1]), PutOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    driver.close();
    fake.close();
  }

  private Credential.Key issue(String prefix, AccessMode mode) {
    AccessModes modes = AccessModes.ofData(mode, driver.capabilities());
    return driver
        .sessions()
        .orElseThrow()
        .issue(new BucketGrant("volumes", prefix, modes, Set.of()), "node");
  }

  /** As a mount opens it. */
  private Backend node(AtomicReference<Secret> credential) {
    return CONNECTOR.open(
        "node",
        CONNECTOR.address(driver.locate("volumes")),
        new CredentialSource.Text(credential::get),
        Optional.empty(),
        Proxies.none());
  }

  @Test
  void aTokenIsForOneBucketTakesNoAccountAndEnds() {
    int accounts = fake.serviceAccounts().size();
    Credential.Key key = issue("", AccessMode.READ_WRITE);
    Duration left = Duration.between(Instant.now(), key.expires().orElseThrow());
    assertThat(left).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    AtomicReference<Secret> credential = new AtomicReference<>(CONNECTOR.credential(key));
    try (Backend node = node(credential)) {
      ObjectStore volume = node.objects("volumes");
      assertThat(volume.head("there").size()).isOne();
      assertThat(volume.put("new", Content.of(new byte[2]), PutOptions.DEFAULT).size())
          .isEqualTo(2);
      volume.delete("new", Condition.always());
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> node.objects("others").head("there"));

      fake.pass(Duration.ofHours(1));
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> volume.head("there"));
      credential.set(CONNECTOR.credential(issue("", AccessMode.READ_WRITE)));
      assertThat(volume.head("there").size()).as("renewed").isOne();
    }
    assertThat(fake.serviceAccounts()).hasSize(accounts);
  }

  /** A change of an object writes it anew, with what it had. */
  @Test
  void aTokenWritesTheContextsOfAnObject() {
    ObjectProperties labelled =
        ObjectProperties.NONE.withOpaque("contexts", "{\"custom\":{\"team\":{\"value\":\"a\"}}}");
    Secret credential = CONNECTOR.credential(issue("", AccessMode.READ_WRITE));
    try (Backend node = node(new AtomicReference<>(credential))) {
      ObjectStore volume = node.objects("volumes");
      PutOptions options = PutOptions.DEFAULT.withProperties(labelled);
      volume.put("labelled", Content.of(new byte[1]), options);
      assertThat(volume.head("labelled").properties().opaque()).containsKey("contexts");
    }
  }

  /** A managed folder is the access of others to a part of the bucket. */
  @Test
  void aTokenHasNoRightOverManagedFolders() throws IOException {
    ManagedFolder team = new ManagedFolder().setName("team/");
    Storage.ManagedFolders folders = new BucketLooks(fake).storage().managedFolders();
    ManagedFolder _ = folders.insert("volumes", team).execute();
    for (AccessMode mode : List.of(AccessMode.READ_WRITE, AccessMode.READ_ONLY)) {
      Secret token = GcsProtocol.token(issue("", mode)).orElseThrow();
      GcsService node =
          GcsService.withToken(GcsBackends.connection(fake), () -> token, GcsBackends.AT_ONCE);
      List<GcsService.Making<StorageRequest<?>>> changes =
          List.of(
              storage -> storage.managedFolders().delete("volumes", "team/"),
              storage ->
                  storage.managedFolders().insert("volumes", new ManagedFolder().setName("own/")));
      for (GcsService.Making<StorageRequest<?>> change : changes) {
        assertThatExceptionOfType(DriverException.PermissionDenied.class)
            .isThrownBy(() -> GcsErrors.of("gcs").run("change", "team/", () -> node.run(change)));
      }
    }
    assertThat(folders.get("volumes", "team/").execute().getName()).isEqualTo("team/");
  }

  @Test
  void whoMayNotMakeTheRoleIsToldHowItIsMade(@TempDir Path directory) {
    String email = fake.serviceAccount("may-make-no-role");
    fake.grant(email, "roles/storage.admin");
    try (GcsBackend plain =
        GcsBackends.open(fake, directory, email, GcsBackends.connection(fake))) {
      BucketGrant grant =
          new BucketGrant(
              "volumes",
              "",
              AccessModes.ofData(AccessMode.READ_WRITE, plain.capabilities()),
              Set.of());
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> plain.sessions().orElseThrow().issue(grant, "node"))
          .withMessageContaining("roles/iam.roleAdmin")
          .withMessageContaining(
              "gcloud iam roles create windlassObjectReaderWriter --project=project --permissions=");

      fake.grant(email, "roles/iam.roleViewer");
      Set<String> less = new TreeSet<>(GcsRole.READ_WRITE.permissions());
      less.remove("storage.objects.list");
      fake.addRole("projects/project/roles/" + GcsRole.READ_WRITE.id(), less);
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> plain.sessions().orElseThrow().issue(grant, "node"))
          .withMessageContaining("roles/iam.roleAdmin")
          .withMessageContaining(
              "gcloud iam roles update windlassObjectReaderWriter --project=project"
                  + " --add-permissions=storage.objects.list)");
      fake.addRole(
          "projects/project/roles/" + GcsRole.READ_WRITE.id(), GcsRole.READ_WRITE.permissions());
      assertThat(plain.sessions().orElseThrow().issue(grant, "node").expires()).isPresent();
    }
  }

  @Test
  void aTokenToReadWritesNothing() {
    Secret credential = CONNECTOR.credential(issue("", AccessMode.READ_ONLY));
    try (Backend node = node(new AtomicReference<>(credential))) {
      assertThat(node.objects("volumes").head("there").size()).isOne();
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() ->
              node.objects("volumes").put("new", Content.of(new byte[2]), PutOptions.DEFAULT));
    }
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue("folder/", AccessMode.READ_ONLY));
  }
}
