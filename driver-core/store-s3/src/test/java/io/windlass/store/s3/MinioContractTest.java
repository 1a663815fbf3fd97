package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.secret.Keyring;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.S3BucketView;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.contract.access.DerivedKeysContract;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** The S3 backend of flavour minio keeps the contract, on MinIO. */
@RealServer(MinioServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class MinioContractTest
    implements ObjectStoreContract,
        PropertiesContract,
        BucketAdminContract,
        AccessAdminContract,
        DerivedKeysContract {
  private final MinioServer server;
  private final S3Client plain;
  private S3Backend backend;

  MinioContractTest(MinioServer server) {
    this.server = server;
    this.plain = S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    Keyring keyring = Keyring.parse(Keyring.generate());
    backend = S3Backend.open(MinioConfig.of(server, directory), () -> keyring);
  }

  @AfterAll
  void close() {
    backend.close();
    plain.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Map<String, String> opaque() {
    return Map.of(
        "x-amz-storage-class",
        "REDUCED_REDUNDANCY",
        "x-amz-server-side-encryption",
        "aws:kms",
        "x-amz-server-side-encryption-aws-kms-key-id",
        "arn:aws:kms:" + server.kmsKeyId());
  }

  @Override
  public BucketView look(String bucket) {
    return S3BucketView.of(plain, bucket);
  }

  /** The answer to the first may be lost. The ETag of such an object follows from nothing. */
  @Test
  void anUploadIsCompletedAgainWhereAKeyEncrypts() {
    BucketSettings byKey =
        new BucketSettings(
            Optional.empty(),
            false,
            false,
            OptionalLong.empty(),
            OptionalInt.empty(),
            new BucketSettings.Encryption.Kms(server.kmsKeyId()),
            Map.of());
    try (TestBucket bucket = TestBucket.create(backend, byKey)) {
      MultipartUploads uploads = bucket.objects().uploads();
      Upload upload = uploads.start("key", PutOptions.DEFAULT);
      List<Part> parts =
          List.of(
              uploads.send(upload, 1, Content.of(new byte[5 << 20])),
              uploads.send(upload, 2, Content.of(new byte[] {1})));
      ObjectInfo done = uploads.complete(upload, parts, Condition.always());
      assertThat(uploads.complete(upload, parts, Condition.always()).revision())
          .isEqualTo(done.revision());
      List<Part> others = List.of(parts.getFirst(), new Part(2, parts.getFirst().state(), 1));
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(() -> uploads.complete(upload, others, Condition.always()));
    }
  }

  /** A mount takes that for the answer that there is no such object. */
  @ParameterizedTest
  @ValueSource(strings = {"a/./b", "..", "a//b"})
  void aKeyThatTheServerRefusesIsSaidToBeOne(String key, ObjectStore store) {
    Content content = Content.of(new byte[1]);
    assertThatExceptionOfType(DriverException.InvalidKey.class)
        .isThrownBy(() -> store.put(key, content, PutOptions.DEFAULT));
  }

  /** An extension of MinIO: it names metadata by elements, which not all names can be. */
  @Test
  void aListingTellsMetadataWhereXmlCanSayThem() {
    String bucket = UniqueName.of("metadata");
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    ObjectStore objects = backend.objects(bucket);
    Map<String, String> metadata = Map.of("mode", "33188");
    objects.put("plain", Content.of(new byte[1]), PutOptions.DEFAULT.withMetadata(metadata));
    ListOptions all = ListOptions.prefix("").withMetadata();
    assertThat(objects.list(ListOptions.prefix(""), Optional.empty()).items())
        .singleElement()
        .isInstanceOfSatisfying(
            ListedEntry.Listed.class, listed -> assertThat(listed.metadata()).isEmpty());
    assertThat(objects.list(all, Optional.empty()).items())
        .singleElement()
        .isInstanceOfSatisfying(
            ListedEntry.Listed.class, listed -> assertThat(listed.metadata()).contains(metadata));

    objects.put(
        "odd", Content.of(new byte[1]), PutOptions.DEFAULT.withMetadata(Map.of("a$b", "1")));
    assertThat(objects.list(all, Optional.empty()).items()).hasSize(2);
    assertThat(
            objects.deleteAll(
                List.of(
                    new ObjectId("plain", Optional.empty()),
                    new ObjectId("odd", Optional.empty()))))
        .isEmpty();
    backend.buckets().delete(bucket);
  }
}
