package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.secret.Keyring;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A MinIO that freezes, dies and comes back. */
@LongForm(
    gate = {"BrokenServerTest", "MinioAccessTest.anotherAdministratorsKeyIsUsedFromTheNextCallOn"},
    reason = "A real server is frozen, and has to answer in seconds before and afterwards.")
@RealServer(MinioServer.class)
@Timeout(300)
class MinioFaultsTest {
  private static final String BUCKET = "bucket";
  private static final int LARGE = 32 << 20;

  private final PrivateServer<MinioServer> minio;
  private final Keyring ring = Keyring.parse(Keyring.generate());

  @TempDir private Path directory;
  private S3Backend backend;
  private ObjectStore objects;
  private Principal principal;
  private KeyGeneration generation;
  private IssuedKey key;

  MinioFaultsTest(PrivateServer<MinioServer> minio) {
    this.minio = minio;
  }

  @BeforeEach
  void open() {
    S3Connection quick =
        S3Connection.to(minio.server().endpoint())
            .withTimeouts(Duration.ofSeconds(6), Duration.ofSeconds(3));
    backend = S3Backend.open(MinioConfig.of(minio.server(), directory, quick), () -> ring);
    objects = backend.objects(BUCKET);
    backend.buckets().create(BUCKET, BucketSettings.DEFAULT);
    objects.put("large", Content.of(new byte[LARGE]), PutOptions.DEFAULT);
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    principal =
        new Principal(
            "ba-1", List.of(new BucketGrant(BUCKET, "", modes, Set.of())), Optional.empty());
    generation = backend.access().generation(1);
    key = IssuedKey.unknown(generation);
    backend.access().grant(principal, generation, List.of());
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void everyCallToAFrozenServerEndsAndWorksAgainAfterwards() throws Exception {
    List<Runnable> calls =
        List.of(
            () -> backend.ping(),
            () -> backend.buckets().exists(BUCKET),
            () -> backend.buckets().update(BUCKET, BucketSettings.DEFAULT),
            () -> objects.head("large"),
            () -> objects.put("small", Content.of(new byte[100]), PutOptions.DEFAULT),
            () -> objects.list(ListOptions.prefix(""), Optional.empty()),
            () -> objects.copy(CopySource.of(BUCKET, "large"), "copy", CopyOptions.DEFAULT),
            () -> backend.access().grant(principal, generation, List.of()),
            () -> backend.access().isLive(principal, key));
    minio.pause();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Throwable>> failures =
          calls.stream().map(call -> threads.submit(() -> catchThrowable(call::run))).toList();
      for (Future<Throwable> failure : failures) {
        assertThat(failure.get()).isInstanceOf(DriverException.Unavailable.class);
      }
    } finally {
      minio.resume();
    }
    calls.forEach(Runnable::run);
  }

  @Test
  void aReadThatFreezesIsGivenUp() {
    try (ObjectReader reader = objects.get("large", GetOptions.ALL)) {
      reader.read(ByteBuffer.allocate(1));
      minio.pause();
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> reader.readFully(ByteBuffer.allocate(LARGE)));
    } finally {
      minio.resume();
    }
  }

  @Test
  void aServerThatDiedIsUnavailableAndItsSuccessorIsUsedAtOnce() {
    minio.kill();
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> objects.head("large"));
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> backend.access().isLive(principal, key));

    minio.restart();

    assertThat(objects.head("large").size()).isEqualTo(LARGE);
    assertThat(backend.access().isLive(principal, key)).isTrue();
  }

  /** The connections in the pool are dead then, and nobody has told the client. */
  @Test
  void connectionsOfAServerThatWasRestartedAreNoHindrance() {
    assertThat(backend.access().isLive(principal, key)).isTrue();
    minio.restart();
    assertThat(backend.access().isLive(principal, key)).isTrue();
    assertThat(objects.head("large").size()).isEqualTo(LARGE);
  }
}
