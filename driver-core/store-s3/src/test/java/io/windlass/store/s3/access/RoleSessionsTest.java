package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.secret.Keyring;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.DriverCredentials;
import io.windlass.store.s3.MinioConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions for nodes, on MinIO, whose users the driver need not be able to make. */
@RealServer(MinioServer.class)
class RoleSessionsTest {
  private static final String ROLE = "arn:aws:iam::000000000000:role/volumes";
  private static final Content CONTENT = Content.of(new byte[] {1});

  private final MinioServer server;
  private final String bucket = UniqueName.of("bucket");

  @TempDir private Path directory;
  private S3Backend backend;

  RoleSessionsTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Keyring ring = Keyring.parse(Keyring.generate());
    backend =
        S3Backend.open(
            new S3Config(
                "store",
                S3Flavor.NONE,
                MinioConfig.connection(server),
                Optional.empty(),
                Optional.empty(),
                new DriverCredentials.Files(server.credentials(directory)),
                Optional.of(new S3Role(ROLE, Optional.empty(), S3Role.SHORTEST))),
            () -> ring);
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
  }

  @AfterEach
  void remove() {
    backend
        .objects(bucket)
        .list(ListOptions.prefix(""), Optional.empty())
        .items()
        .forEach(each -> backend.objects(bucket).delete(each.key(), Condition.always()));
    backend.buckets().delete(bucket);
    backend.close();
  }

  private static BucketGrant grant(String bucket, String prefix, AccessMode mode) {
    return new BucketGrant(bucket, prefix, new AccessModes(mode, mode, AccessMode.ANY), Set.of());
  }

  private Credential.Key issue(BucketGrant grant) {
    return backend.sessions().orElseThrow().issue(grant, "csi-" + "0".repeat(40));
  }

  private S3Backend as(Credential.Key key) {
    return S3Backend.forData("node", MinioConfig.connection(server), () -> S3Key.of(key));
  }

  @Test
  void aSessionReachesItsFolderAndEndsByItself() {
    backend.objects(bucket).put("other/file", CONTENT, PutOptions.DEFAULT);
    Credential.Key key = issue(grant(bucket, "mine/", AccessMode.READ_WRITE));
    assertThat(Duration.between(Instant.now(), key.expires().orElseThrow()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(16));
    try (S3Backend node = as(key)) {
      ObjectStore store = node.objects(bucket);
      store.put("mine/file", CONTENT, PutOptions.DEFAULT);
      assertThat(store.list(ListOptions.prefix("mine/"), Optional.empty()).items()).hasSize(1);
      denied(() -> store.put("other/file", CONTENT, PutOptions.DEFAULT));
      denied(() -> store.delete("other/file", Condition.always()));
      denied(() -> store.get("other/file", GetOptions.ALL).close());
      denied(() -> store.list(ListOptions.prefix(""), Optional.empty()));
      denied(() -> node.buckets().delete(bucket));
    }
  }

  @Test
  void aSessionForReadingReads() {
    backend.objects(bucket).put("file", CONTENT, PutOptions.DEFAULT);
    try (S3Backend node = as(issue(grant(bucket, "", AccessMode.READ_ONLY)))) {
      assertThat(node.objects(bucket).list(ListOptions.prefix(""), Optional.empty()).items())
          .hasSize(1);
      denied(() -> node.objects(bucket).put("file", CONTENT, PutOptions.DEFAULT));
    }
  }

  @Test
  void whatAPolicyCannotSayIsRefused() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue(grant(bucket, "a*/", AccessMode.READ_WRITE)))
        .withMessageContaining("prefix 'a*/'");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue(grant(bucket, "a".repeat(900) + "/", AccessMode.READ_WRITE)))
        .withMessageContaining("2048 are possible");
  }

  private interface Attempt {
    void run() throws Exception;
  }

  private static void denied(Attempt attempt) {
    assertThatExceptionOfType(DriverException.PermissionDenied.class).isThrownBy(attempt::run);
  }
}
