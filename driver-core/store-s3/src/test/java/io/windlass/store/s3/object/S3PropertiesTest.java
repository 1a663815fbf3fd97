package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Keyring;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.s3.MinioConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;

/** What objects of S3 have, and the contract of all backends does not know: locks and checksums. */
@RealServer(MinioServer.class)
class S3PropertiesTest {
  private static final String MODE = "x-amz-object-lock-mode";
  private static final String UNTIL = "x-amz-object-lock-retain-until-date";
  private static final Content CONTENT = Content.of(new byte[] {1, 2, 3});

  private final String bucket = UniqueName.of("locked");
  private final S3Client plain;
  private final S3Backend backend;
  private final ObjectStore store;

  S3PropertiesTest(MinioServer server, @TempDir Path directory) {
    Keyring keyring = Keyring.parse(Keyring.generate());
    plain = S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret());
    backend = S3Backend.open(MinioConfig.of(server, directory), () -> keyring);
    store = backend.objects(bucket);
  }

  @BeforeEach
  void make() {
    plain.createBucket(create -> create.bucket(bucket).objectLockEnabledForBucket(true));
  }

  @AfterEach
  void remove() {
    ListObjectVersionsResponse all = plain.listObjectVersions(list -> list.bucket(bucket));
    all.deleteMarkers()
        .forEach(marker ->
            plain.deleteObject(
                delete -> delete.bucket(bucket).key(marker.key()).versionId(marker.versionId())));
    all.versions()
        .forEach(version ->
            plain.deleteObject(delete ->
                delete
                    .bucket(bucket)
                    .key(version.key())
                    .versionId(version.versionId())
                    .bypassGovernanceRetention(true)));
    plain.deleteBucket(delete -> delete.bucket(bucket));
    plain.close();
    backend.close();
  }

  private static ObjectProperties locked(Instant until) {
    return ObjectProperties.NONE
        .withOpaque(MODE, "GOVERNANCE")
        .withOpaque(UNTIL, until.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private ObjectProperties read(String key) {
    return store.properties(key, store.head(key).properties());
  }

  @Test
  void aNewVersionHasTheLockOfTheOneBefore() {
    Instant later = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    store.put("key", CONTENT, PutOptions.DEFAULT.withProperties(locked(later)));
    store.put("key", CONTENT, PutOptions.DEFAULT.withProperties(read("key")));
    store.copy(
        CopySource.of(bucket, "key"),
        "copy",
        CopyOptions.DEFAULT.withCondition(Condition.ifAbsent()));

    for (String key : List.of("key", "copy")) {
      HeadObjectResponse seen = plain.headObject(head -> head.bucket(bucket).key(key));
      assertThat(seen.objectLockModeAsString()).as(key).isEqualTo("GOVERNANCE");
      assertThat(seen.objectLockRetainUntilDate()).as(key).isEqualTo(later);
    }
    assertThat(plain.listObjectVersions(list -> list.bucket(bucket).prefix("key")).versions())
        .hasSize(2);
  }

  /** MinIO's own call for one object refuses it: directories are kept where it locks by default. */
  @Test
  void theObjectOfADirectoryIsDeletedWhereNewObjectsAreLocked() {
    retainNew();
    store.put("directory/", Content.of(new byte[0]), PutOptions.DEFAULT);
    store.delete("directory/", Condition.always());
    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items()).isEmpty();
    store.delete("directory/", Condition.always());
  }

  private void retainNew() {
    backend.buckets().amend(bucket, BucketSettings.DEFAULT.withRetentionDays(1));
  }

  @Test
  void filesAreWrittenChangedAndDeletedWhereNewObjectsAreLocked() {
    retainNew();
    ObjectInfo first =
        store.put("file", CONTENT, PutOptions.DEFAULT.withCondition(Condition.ifAbsent()));
    store.put(
        "file", CONTENT, PutOptions.DEFAULT.withCondition(Condition.ifMatch(first.revision())));
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("file", PutOptions.DEFAULT);
    uploads.complete(upload, List.of(uploads.send(upload, 1, CONTENT)), Condition.always());
    store.copy(CopySource.of(bucket, "file"), "copy", CopyOptions.DEFAULT);

    for (String key : List.of("file", "copy")) {
      assertThat(plain.headObject(head -> head.bucket(bucket).key(key)).objectLockRetainUntilDate())
          .as(key)
          .isAfter(Instant.now());
      store.delete(key, Condition.always());
    }
    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items()).isEmpty();
    assertThat(plain.listObjectVersions(list -> list.bucket(bucket)).versions()).hasSize(4);
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> backend.buckets().amend(bucket, BucketSettings.DEFAULT.withRetentionDays(36_501)))
        .withMessageContaining("retentionDays is 36501");
  }

  @Test
  void aLockThatHasEndedIsNotSetAgain() {
    store.put("key", CONTENT, PutOptions.DEFAULT.withProperties(locked(Instant.EPOCH)));

    assertThat(read("key").opaque()).doesNotContainKeys(MODE, UNTIL);
  }

  @Test
  void aLockIsOfItsBucketAlone() {
    ObjectProperties all = locked(Instant.EPOCH).withType("a/b");

    assertThat(S3Properties.unlocked(all)).isEqualTo(ObjectProperties.NONE.withType("a/b"));
  }

  @Test
  void anObjectOfPartsHasTheChecksumOfItsContent() {
    MultipartUploads uploads = store.uploads();
    Content large = Content.of(new byte[5 << 20]);
    Upload upload = uploads.start("parts", PutOptions.DEFAULT);
    uploads.complete(
        upload,
        List.of(uploads.send(upload, 1, large), uploads.send(upload, 2, CONTENT)),
        Condition.always());
    store.put("put", CONTENT, PutOptions.DEFAULT);

    assertThat(checksummed("parts").checksumCRC32()).isNotEmpty();
    assertThat(checksummed("parts").checksumType()).isEqualTo(ChecksumType.FULL_OBJECT);
    assertThat(checksummed("put").checksumCRC32()).isNotEmpty();
  }

  private HeadObjectResponse checksummed(String key) {
    return plain.headObject(
        head -> head.bucket(bucket).key(key).checksumMode(ChecksumMode.ENABLED));
  }

  /** As a version before this one has noted it. */
  @Test
  void aPartWithoutItsChecksumCompletesAnUpload() {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.startWithCopies("old", PutOptions.DEFAULT);
    String state = uploads.send(upload, 1, CONTENT).state();
    String etag = state.contains(" ") ? state.substring(0, state.indexOf(' ')) : state;
    uploads.complete(upload, List.of(new Part(1, etag, CONTENT.length())), Condition.always());

    assertThat(store.head("old").size()).isEqualTo(3);
  }
}
