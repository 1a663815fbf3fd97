package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.AccountSettings.SasPolicy;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Secret;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.azure.AzureQuestions.Question;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Properties that only Azure has, on the FAKE Azure: the service drops properties that a write does
 * not name.
 */
class FakeAzurePropertiesTest {
  private static final String NAME = "properties";
  private static final Map<String, String> TAGS = Map.of("project", "a b", "state", "x+y=z/1");

  private static final ObjectProperties EVERYTHING =
      new ObjectProperties(
          new ContentHeaders(
              Optional.of("text/html"),
              Optional.of("gzip"),
              Optional.of("inline; filename=\"a b\""),
              Optional.of("de"),
              Optional.of("no-store"),
              Optional.empty()),
          TAGS,
          Map.of("x-ms-access-tier", "Cool", "x-ms-encryption-scope", "own"),
          true);

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add(NAME, AccountSettings.FLAT);
  private final AzureBackend backend;

  FakeAzurePropertiesTest(@TempDir Path directory) throws IOException {
    backend = FakeBackends.open(account, directory);
    backend.buckets().create(NAME, BucketSettings.DEFAULT);
  }

  @Test
  void aContainerHasItsScopeAndItsTags() {
    Map<String, String> tags = Map.of("Team A", "größe 1", "team a", "x", "a_b", "+");
    BucketSettings wanted = settings("own-scope", tags);
    backend.buckets().create("scoped", wanted);

    assertThat(account.encryptionOf("scoped"))
        .isEqualTo(
            Map.of(
                "x-ms-default-encryption-scope", "own-scope",
                "x-ms-deny-encryption-scope-override", "true"));
    assertThat(ContainerView.of(account.metadataOf("scoped")).tags()).isEqualTo(tags);
    backend.buckets().update("scoped", settings("own-scope", Map.of()));
    assertThat(account.metadataOf("scoped")).isEmpty();
    assertThatExceptionOfType(DriverException.Unsupported.class)
        .isThrownBy(() -> backend.buckets().update("scoped", settings("other", Map.of())))
        .withMessageContaining("encryptionScope can be set only when a container is made");
  }

  private static BucketSettings settings(String scope, Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new BucketSettings.Encryption.Scope(scope),
        tags);
  }

  /** Nobody but the driver's tags are the driver's. */
  @Test
  void metadataOfOthersStay() {
    AzureClients clients = AzuriteBackends.clients(FakeBackends.as(account));
    clients.container(NAME).setMetadata(Map.of("theirs", "1", "tag_old", "2"));
    backend.buckets().amend(NAME, tagged(Map.of("team", "data")));
    assertThat(account.metadataOf(NAME)).isEqualTo(Map.of("theirs", "1", "tag_team", "data"));
    backend.buckets().amend(NAME, BucketSettings.DEFAULT);
    assertThat(account.metadataOf(NAME)).isEqualTo(Map.of("theirs", "1", "tag_team", "data"));
  }

  private static BucketSettings tagged(Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new BucketSettings.Encryption.BackendDefault(),
        tags);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectProperties read(ObjectStore store, String key) {
    return store.properties(key, store.head(key).properties());
  }

  @Test
  void whateverWritesKeepsAllOfIt() {
    ObjectStore store = backend.objects(NAME);
    PutOptions options = PutOptions.DEFAULT.withProperties(EVERYTHING);
    Map<String, String> other = Map.of("a", "b");
    CopySource source = CopySource.of(NAME, "put");
    ObjectInfo put = store.put("put", text("content"), options);
    CopySource seen = source.withIfMatch(put.revision()).withSize(put.size());
    MultipartUploads uploads = store.uploads();

    Upload upload = uploads.start("sent", options);
    uploads.complete(upload, List.of(uploads.send(upload, 1, text("x"))), Condition.always());
    Upload copied = uploads.startCopy("parts", seen, other);
    Part part = store.rangeCopies().orElseThrow().copy(copied, 1, seen, new ByteRange(0, 3));
    uploads.complete(copied, List.of(part), Condition.always());
    store.copy(source, "copy", CopyOptions.DEFAULT);
    store.copy(seen, "described", CopyOptions.DEFAULT.withMetadata(other));
    store.copy(seen, "bare", CopyOptions.DEFAULT.withMetadata(Map.of()));
    store.put("changed", text("content"), options);
    store.metadataUpdates().orElseThrow().update("changed", other, Condition.always());

    for (String key : List.of("put", "sent", "parts", "copy", "described", "bare", "changed")) {
      assertThat(read(store, key)).as(key).isEqualTo(EVERYTHING);
    }
    assertThat(store.head("described").metadata()).isEqualTo(other);
    assertThat(store.head("bare").metadata()).isEmpty();
  }

  @Test
  void aCopyHasThePropertiesThatAreSaid() throws IOException {
    ObjectStore store = backend.objects(NAME);
    ObjectInfo plain = store.put("plain", text("content"), PutOptions.DEFAULT);
    CopySource seen =
        CopySource.of(NAME, "plain").withIfMatch(plain.revision()).withSize(plain.size());
    CopyOptions all = CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(EVERYTHING);

    store.copy(seen, "copy", all);
    store.copy(
        CopySource.of(NAME, "plain"), "other", CopyOptions.DEFAULT.withProperties(EVERYTHING));

    assertThat(read(store, "copy")).isEqualTo(EVERYTHING);
    assertThat(read(store, "other")).isEqualTo(EVERYTHING);
    assertThat(store.head("copy").size()).isEqualTo(7);
  }

  /** A tier that is the account's is not made the blob's own. */
  @Test
  void whatTheAccountDecidesIsLeftToIt() throws IOException {
    ObjectStore store = backend.objects(NAME);
    store.put("key", text("content"), PutOptions.DEFAULT);

    ObjectProperties found = store.head("key").properties();

    assertThat(found.whole()).isTrue();
    assertThat(found.opaque()).isEmpty();
    assertThat(found.headers().type()).contains("application/octet-stream");
  }

  @Test
  void tagsThatMayNotBeReadAreNotLost() {
    ObjectStore owner = backend.objects(NAME);
    owner.put("tagged", text("content"), PutOptions.DEFAULT.withProperties(EVERYTHING));
    owner.put("plain", text("content"), PutOptions.DEFAULT);
    ObjectStore store = granted("racwdl");
    ObjectProperties seen = store.head("tagged").properties();

    assertThat(seen.whole()).isFalse();
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> store.properties("tagged", seen))
        .withMessageContaining("permission t");
    CopySource source = CopySource.of(NAME, "tagged");
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> store.copy(source, "plain", CopyOptions.DEFAULT));
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> store.uploads().startCopy("plain", source, Map.of()));
    store.metadataUpdates().orElseThrow().update("tagged", Map.of("a", "b"), Condition.always());

    assertThat(read(owner, "plain").tags()).isEmpty();
    assertThat(read(owner, "tagged")).isEqualTo(EVERYTHING);
    store.copy(CopySource.of(NAME, "plain"), "copy", CopyOptions.DEFAULT);
    // Whoever gives up the tags writes the rest.
    store.put("tagged", text("new"), PutOptions.DEFAULT.withProperties(seen.asWhole()));
    assertThat(read(owner, "tagged")).isEqualTo(EVERYTHING.withTags(Map.of()));
    assertThat(read(granted("racwdlt"), "plain").tags()).isEmpty();
  }

  /** They are for accounts of Azure, and the answers here are those of the fake. */
  @Test
  void anAccountAnswersTheQuestions() {
    AzureQuestions questions = new AzureQuestions(backend, "asked");
    assertThat(Arrays.stream(Question.values()).map(questions::ask))
        .satisfiesExactly(
            lasting -> assertThat(lasting).startsWith("A_TOKEN_THAT_LASTS").endsWith(": accepted"),
            directory -> assertThat(directory).endsWith(": this account has none"),
            tags -> assertThat(tags).startsWith("THE_COUNT_OF_TAGS").endsWith(": told"));

    account.set(AccountSettings.FLAT.withSasPolicy(new SasPolicy(Duration.ofDays(1), true)));
    assertThat(questions.ask(Question.A_TOKEN_THAT_LASTS)).contains("sasPolicy, action Block");
    assertThat(account.policiesOf("asked")).as("what a question has made").isEmpty();
  }

  @Test
  void anAccountWithDirectoriesAnswersTheQuestions(@TempDir Path directory) throws IOException {
    FakeAccount tree = fake.add("tree", AccountSettings.FLAT.withDirectories());
    try (AzureBackend hierarchical = FakeBackends.open(tree, directory)) {
      assertThat(new AzureQuestions(hierarchical, "asked").ask(Question.A_DIRECTORY_BY_ITS_TOKEN))
          .endsWith(": [a/, a/there]");
    }
  }

  private ObjectStore granted(String permissions) {
    return granted(account, permissions);
  }

  private static ObjectStore granted(FakeAccount account, String permissions) {
    AzureConnection connection = AzuriteBackends.connection(FakeBackends.as(account));
    String token =
        new BlobServiceClientBuilder()
            .endpoint(account.endpoint().toString())
            .credential(new StorageSharedKeyCredential(account.name(), account.key().reveal()))
            .buildClient()
            .getBlobContainerClient(NAME)
            .generateSas(
                new BlobServiceSasSignatureValues(
                    OffsetDateTime.now(ZoneOffset.UTC).plus(Duration.ofHours(1)),
                    BlobContainerSasPermission.parse(permissions)));
    AzureKey key = new AzureKey.Token(Secret.of(token));
    return AzureBackend.forData("granted", connection, () -> key).objects(NAME);
  }

  @Test
  void aRetentionIsKeptWhileItLasts(@TempDir Path directory) throws IOException {
    FakeAccount versioned = fake.add("versioned", AccountSettings.FLAT.withVersions());
    try (AzureBackend keeping = FakeBackends.open(versioned, directory)) {
      keeping.buckets().create(NAME, BucketSettings.DEFAULT);
      aRetentionIsKept(keeping);
    }
  }

  /** A token that may write may not set a retention: the new version would lack it. */
  @Test
  void aRetentionThatMayNotBeSetIsNotLost(@TempDir Path directory) throws IOException {
    FakeAccount versioned = fake.add("versioned", AccountSettings.FLAT.withVersions());
    try (AzureBackend owner = FakeBackends.open(versioned, directory)) {
      owner.buckets().create(NAME, BucketSettings.DEFAULT);
      PutOptions held =
          PutOptions.DEFAULT.withProperties(
              ObjectProperties.NONE.withOpaque(
                  "x-ms-immutability-policy-until-date",
                  date(Instant.now().plus(Duration.ofDays(1)))));
      owner.objects(NAME).put("key", text("one"), held);
      ObjectStore store = granted(versioned, "racwdl");
      PutOptions seen = PutOptions.DEFAULT.withProperties(store.head("key").properties());

      refused(() -> store.put("key", text("two"), seen));
      refused(() -> store.copy(CopySource.of(NAME, "key"), "copy", CopyOptions.DEFAULT));
      Upload upload = store.uploads().start("key", seen);
      List<Part> parts = List.of(store.uploads().send(upload, 1, text("three")));
      refused(() -> store.uploads().complete(upload, parts, Condition.always()));
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .as("metadata of a version that is retained")
          .isThrownBy(() ->
              owner
                  .objects(NAME)
                  .metadataUpdates()
                  .orElseThrow()
                  .update("key", Map.of("a", "b"), Condition.always()))
          .withMessageContaining("BlobImmutableDueToPolicy");
      assertThat(owner.objects(NAME).head("key").size()).isEqualTo(3);
      assertThat(granted(versioned, "racwdli").put("key", text("four"), seen).size()).isEqualTo(4);
    }
  }

  private static void refused(ThrowingCallable write) {
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(write)
        .withMessageContaining("AuthorizationPermissionMismatch")
        .withMessageContaining("permission i of a shared access signature")
        .withMessageContaining("immutableStorage/runAsSuperUser/action");
  }

  /** The service says so of a hold that was lifted, and takes a right to hear it again. */
  @Test
  void aHoldThatWasLiftedIsNotRepeated(@TempDir Path directory) throws IOException {
    FakeAccount versioned = fake.add("versioned", AccountSettings.FLAT.withVersions());
    try (AzureBackend owner = FakeBackends.open(versioned, directory)) {
      owner.buckets().create(NAME, BucketSettings.DEFAULT);
      ObjectProperties lifted = ObjectProperties.NONE.withOpaque("x-ms-legal-hold", "false");
      owner.objects(NAME).put("key", text("one"), PutOptions.DEFAULT.withProperties(lifted));
      ObjectStore store = granted(versioned, "racwdl");

      ObjectProperties seen = store.head("key").properties();
      assertThat(seen.opaque()).isEmpty();
      assertThat(store.put("key", text("two"), PutOptions.DEFAULT.withProperties(seen)).size())
          .isEqualTo(3);
    }
  }

  private static void aRetentionIsKept(AzureBackend backend) {
    ObjectStore store = backend.objects(NAME);
    String until = date(Instant.now().plus(Duration.ofDays(1)));
    ObjectProperties retained =
        ObjectProperties.NONE
            .withOpaque("x-ms-immutability-policy-until-date", until)
            .withOpaque("x-ms-immutability-policy-mode", "unlocked")
            .withOpaque("x-ms-legal-hold", "true");
    store.put("key", text("one"), PutOptions.DEFAULT.withProperties(retained));
    store.copy(CopySource.of(NAME, "key"), "copy", CopyOptions.DEFAULT);
    assertThat(store.head("copy").properties().opaque()).isEqualTo(retained.opaque());

    backend.buckets().create("another", BucketSettings.DEFAULT);
    ObjectStore another = backend.objects("another");
    another.copy(CopySource.of(NAME, "key"), "copy", CopyOptions.DEFAULT);
    assertThat(another.head("copy").properties().opaque()).isEmpty();

    String over = date(Instant.now().minus(Duration.ofDays(1)));
    ObjectProperties past = retained.withOpaque("x-ms-immutability-policy-until-date", over);
    store.put("key", text("two"), PutOptions.DEFAULT.withProperties(past));
    assertThat(store.head("key").properties().opaque())
        .isEqualTo(Map.of("x-ms-legal-hold", "true"));
  }

  private static String date(Instant at) {
    return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
        .format(at.atOffset(ZoneOffset.UTC));
  }
}
