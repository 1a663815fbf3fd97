package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.mount.Bytes;
import io.windlass.test.mount.DirectIo;
import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The object server freezes or dies while its bucket is mounted: nobody hangs for ever, everybody
 * is told, and it goes on without a new mount.
 */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"OperationTimeTest", "MountServerFaultTest.programsAreTold"},
    reason = "programs wait ten real seconds for a server that is frozen")
class MountFaultTest {
  /** Longer than any wait that the mount engine has. */
  private static final Duration BOUND = Duration.ofMinutes(2);

  private static final int BYTES = 3 << 20;

  @TempDir Path scratch;

  @Test
  void theServerIsFrozen(PrivateServer<MinioServer> minio) throws Exception {
    endure(minio, minio::pause, minio::resume);
  }

  @Test
  void theServerIsDead(PrivateServer<MinioServer> minio) throws Exception {
    endure(minio, minio::kill, minio::restart);
  }

  @Test
  void whatIsMountedFromAFrozenServerCanBeUnmounted(PrivateServer<MinioServer> minio)
      throws Exception {
    try (TestBucket bucket = filled(minio);
        MountedBucket mounted = MountedBucket.mount(minio.server(), bucket.uri(), scratch)) {
      minio.pause();
      try {
        CompletableFuture<byte[]> read =
            CompletableFuture.supplyAsync(() -> read(mounted.directory().resolve("file")));
        assertThat(mounted.unmount("--force").status()).isZero();
        await().atMost(BOUND).until(mounted::isGone);
        assertThat(read).failsWithin(BOUND);
      } finally {
        minio.resume();
      }
    }
  }

  private void endure(PrivateServer<MinioServer> minio, Runnable breakIt, Runnable mendIt)
      throws Exception {
    try (TestBucket bucket = filled(minio);
        MountedBucket mounted =
            MountedBucket.mount(minio.server(), bucket.uri(), scratch, "--metadata-ttl", "0")) {
      Path file = mounted.directory().resolve("file");
      assertThat(read(file)).isEqualTo(Bytes.of(5, BYTES));
      breakIt.run();
      try {
        assertThat(failure(() -> direct(file))).contains("Input/output error");
        assertThat(
                failure(() ->
                    Files.exists(mounted.directory().resolve("directory/unseen"))
                        ? "there"
                        : Files.readString(mounted.directory().resolve("directory/unseen"))))
            .contains("Input/output error");
      } finally {
        mendIt.run();
      }
      await()
          .atMost(BOUND)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(direct(file)).isEqualTo(Bytes.of(5, BYTES)));
      assertThat(mounted.directory().resolve("directory/other")).hasContent("other");
      assertThat(mounted.unmount().status()).as(mounted.log()).isZero();
      await().atMost(BOUND).until(mounted::isGone);
    }
  }

  private TestBucket filled(PrivateServer<MinioServer> minio) {
    TestBucket bucket = new TestBucket(minio.server(), scratch);
    bucket.put("file", Bytes.of(5, BYTES));
    bucket.put("directory/other", "other");
    return bucket;
  }

  private interface Attempt {
    Object run() throws IOException;
  }

  /** Returns the failure of an attempt, which runs on a thread of its own, as it may hang. */
  private static String failure(Attempt attempt) throws InterruptedException {
    CompletableFuture<Object> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            result.complete(attempt.run());
          } catch (IOException e) {
            result.completeExceptionally(e);
          }
        });
    try {
      return "it did not fail: " + result.get(BOUND.toSeconds(), TimeUnit.SECONDS).getClass();
    } catch (ExecutionException e) {
      return e.getCause() instanceof FileSystemException cause
          ? String.valueOf(cause.getReason())
          : String.valueOf(e.getCause());
    } catch (TimeoutException e) {
      return "it hangs";
    }
  }

  /** Past the kernel's page cache. */
  private static byte[] direct(Path file) throws IOException {
    byte[] all = new byte[BYTES];
    ByteBuffer buffer = DirectIo.buffer(BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, DirectIo.option())) {
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // until all is there
      }
    }
    buffer.flip().get(all, 0, buffer.limit());
    return all;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
