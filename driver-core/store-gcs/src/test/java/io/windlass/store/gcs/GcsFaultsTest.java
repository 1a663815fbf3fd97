package io.windlass.store.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.fake.gcs.Misbehaviour;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.gcs.client.GcsCredentials;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Faults of Google's service, and of what its client is given (on a FAKE)")
class GcsFaultsTest {
  private static final int MOST_ATTEMPTS = 10;

  private final FakeGcs fake = new FakeGcs("faults");
  @TempDir private Path directory;
  private GcsBackend backend;
  private ObjectStore store;

  @BeforeEach
  void open() {
    backend = GcsBackends.open(fake, directory);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    store = backend.objects("bucket");
    store.put("key", Content.of(new byte[100]), PutOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  @Test
  void settingsAreChangedHoweverOftenOthersChangeThem() {
    for (int i = 0; i < 6; i++) {
      fake.faults().next("PATCH", "/b/bucket", new Misbehaviour.Refused(412));
    }
    backend.buckets().keepVersions("bucket", true);
    assertThat(fake.faults().left()).isZero();
    assertThat(backend.buckets().keepsVersions("bucket")).isTrue();
  }

  @Test
  void whatTheOrganisationDemandsIsNamedAndCanBeSet() {
    fake.settings().softDeletesAre(Duration.ofDays(7));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> backend.buckets().create("another", BucketSettings.DEFAULT))
        .withMessageContaining("constraints/storage.softDeletePolicySeconds");
    assertThat(backend.buckets().exists("another")).isFalse();
    backend.buckets().keepVersions("bucket", true);

    try (GcsBackend keeping =
        GcsBackends.open(
            fake,
            directory,
            fake.administrator("keeping"),
            GcsBackends.connection(fake).withSoftDelete(Duration.ofDays(7)))) {
      keeping.buckets().create("another", BucketSettings.DEFAULT);
      assertThat(keeping.buckets().exists("another")).isTrue();
    }
  }

  @Test
  void settingsThatABucketHasAlreadyAreNotSent() {
    fake.faults().next("PATCH", "/b/bucket", new Misbehaviour.Refused(400));
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    backend.buckets().keepVersions("bucket", false);
    assertThat(fake.faults().left()).isOne();
  }

  @Test
  void whatFailsInPassingIsRepeated() throws IOException {
    for (int status : new int[] {503, 429, 500, 408}) {
      fake.faults().next("GET", "/o/key", new Misbehaviour.Refused(status));
      fake.faults().next("POST", "uploadType", new Misbehaviour.Refused(status));
      fake.faults().next("GET", "/o?", new Misbehaviour.Refused(status));
      fake.faults().next("GET", "/bucket/key", new Misbehaviour.Refused(status));
      assertThat(store.head("key").size()).isEqualTo(100);
      store.put("other", Content.of(new byte[3]), PutOptions.DEFAULT);
      assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items()).hasSize(2);
      try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
        assertThat(reader.readAll(1000)).hasSize(100);
      }
    }
    assertThat(fake.faults().left()).isZero();
  }

  @Test
  void aListThatIsBrokenOffIsAskedForAgain() {
    fake.faults().next("GET", "/o?", new Misbehaviour.BodyBroken(20));

    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items()).hasSize(1);
    assertThat(fake.faults().left()).isZero();
  }

  /** The connection may end before the client has handed out the answer, and that is repeated. */
  @Test
  void contentThatIsBrokenOffIsNotTakenForAll() {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      fake.faults().next("GET", "/bucket/key", new Misbehaviour.BodyBroken(20));
    }

    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> {
          try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
            reader.readAll(1000);
          }
        });
  }

  @Test
  void writesToOneNameAreAsFarApartAsTheServiceWants() {
    fake.settings().writesNeed(Duration.ofMillis(300));
    try (GcsBackend pausing = GcsBackends.pausing(fake, directory)) {
      ObjectStore objects = pausing.objects("bucket");

      ObjectInfo first = objects.put("paced", Content.of(new byte[1]), PutOptions.DEFAULT);
      ObjectInfo second =
          objects.put(
              "paced",
              Content.of(new byte[2]),
              PutOptions.DEFAULT.withCondition(Condition.ifMatch(first.revision())));

      assertThat(objects.head("paced").revision()).isEqualTo(second.revision());
    }
  }

  /** Of several writers of one name, each gets its turn after others. */
  @Test
  void whoWritesANameWithOthersWaitsForTheTurn() {
    for (int i = 0; i < 12; i++) {
      fake.faults().next("POST", "uploadType", new Misbehaviour.Refused(429));
    }

    store.put("paced", Content.of(new byte[1]), PutOptions.DEFAULT);

    assertThat(fake.faults().left()).isZero();
  }

  @Test
  void whatABatchCouldNotDeleteInPassingIsDeleted() {
    store.put("other", Content.of(new byte[1]), PutOptions.DEFAULT);
    fake.settings().writesNeed(Duration.ofMillis(300));
    try (GcsBackend pausing = GcsBackends.pausing(fake, directory)) {
      ObjectStore objects = pausing.objects("bucket");
      objects.put("late", Content.of(new byte[1]), PutOptions.DEFAULT);

      assertThat(
              objects.deleteAll(
                  List.of(ObjectId.of("late"), ObjectId.of("key"), ObjectId.of("gone"))))
          .isEmpty();
    }

    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items())
        .extracting(entry -> entry.key())
        .containsExactly("other");
  }

  /** The limit of the test would end a wait for as long as a call may take. */
  @Test
  @Timeout(300)
  void anOperationThatIsOverWaitsNoLonger() {
    Duration day = Duration.ofDays(1);
    fake.faults().next("GET", "/o/key", new Misbehaviour.Slow(day));
    try (GcsBackend patient =
        GcsBackends.open(
            fake,
            directory,
            fake.administrator(),
            GcsBackends.connection(fake).withTimeouts(day, day))) {
      ObjectStore objects = patient.objects("bucket");

      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(
              () -> Deadline.after(Duration.ofMillis(100)).limit(() -> objects.head("key")));
    }
  }

  @Test
  void aCopyThatTakesSeveralCallsIsACopy() {
    byte[] content = new byte[3 << 20];
    content[2_000_000] = 7;
    store.put("large", Content.of(content), PutOptions.DEFAULT.withMetadata(Map.of("a", "b")));
    fake.settings().rewriteAtMost(1 << 20);

    store.copy(CopySource.of("bucket", "large"), "copy", CopyOptions.DEFAULT);

    assertThat(store.head("copy").size()).isEqualTo(content.length);
    assertThat(store.head("copy").metadata()).isEqualTo(Map.of("a", "b"));
  }

  @Test
  void contentThatCannotBeReadIsNoFaultOfTheServices() {
    Content broken =
        new Content() {
          @Override
          public long length() {
            return 1000;
          }

          @Override
          public ReadableByteChannel open() throws IOException {
            throw new IOException("the disk is broken");
          }
        };

    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(() -> store.put("broken", broken, PutOptions.DEFAULT));
    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(
            () -> store.uploads().send(store.uploads().start("k", PutOptions.DEFAULT), 1, broken));
  }

  /** Between the pass that finds the checksum and that which sends it. */
  @Test
  void contentThatChangesWhileItIsSentIsRefused() {
    byte[] bytes = new byte[1000];
    Content changing =
        new Content() {
          @Override
          public long length() {
            return bytes.length;
          }

          @Override
          public ReadableByteChannel open() throws IOException {
            bytes[500]++;
            return Content.of(ByteBuffer.wrap(bytes.clone())).open();
          }
        };

    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> store.put("changing", changing, PutOptions.DEFAULT));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.head("changing"));
  }

  @Test
  void whoMayNotIsTold() {
    String nobody = fake.serviceAccount("nobody");
    try (GcsBackend other =
        GcsBackends.open(fake, directory, nobody, GcsBackends.connection(fake))) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> other.objects("bucket").head("key"));
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> other.objects("bucket").get("key", GetOptions.ALL));
      assertThatExceptionOfType(DriverException.PermissionDenied.class).isThrownBy(other::ping);
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .as("what is taken for gone would be reported as deleted")
          .isThrownBy(() -> other.buckets().exists("bucket"));
    }
  }

  @Test
  void theBucketsSettingsNeedNotBeReadable() throws IOException {
    String user = fake.serviceAccount("object-user");
    fake.grant(user, "roles/storage.objectUser");
    try (GcsBackend other = GcsBackends.open(fake, directory, user, GcsBackends.connection(fake))) {
      ObjectStore objects = other.objects("bucket");
      objects.put("key", Content.of(new byte[5]), PutOptions.DEFAULT);
      try (ObjectReader reader = objects.get("key", GetOptions.ALL)) {
        assertThat(reader.readAll(10)).hasSize(5);
      }
    }
  }

  @Test
  void aWrongCredentialIsSaidWithoutItsContent() throws IOException {
    Path file = directory.resolve(GcsCredentials.FILE);
    String right = Files.readString(file);
    for (String wrong :
        List.of("sesame-open", "{}", "{\"type\":\"service_account\",\"private_key\":\"sesame\"}")) {
      Files.writeString(file, wrong);
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> store.head("key"))
          .withMessageContaining(GcsCredentials.FILE)
          .satisfies(thrown -> assertThat(thrown.toString()).doesNotContain("sesame"));
    }

    Files.writeString(file, right);
    assertThat(store.head("key").size()).isEqualTo(100);
  }

  @Test
  void aTokenServiceThatRefusesIsNoFaultOfTheServices() {
    fake.faults().next("POST", "/token", new Misbehaviour.Refused(400));
    try (GcsBackend other =
        GcsBackend.open(
            "other", GcsBackends.connection(fake), Optional.of(new SecretDirectory(directory)))) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> other.objects("bucket").head("key"));
    }
  }
}
