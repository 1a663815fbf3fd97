package io.windlass.test.mount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A power cut, as far as a process can show it: keeper and mounter die at once, and all that
 * programs had open is lost to them. What fsync or close acknowledged is in the bucket; what was
 * written and not published is published by the next mount.
 */
@RealServer(MinioServer.class)
class PowerCutTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LARGE = 20 << 20;

  @TempDir Path scratch;

  @Test
  void whatWasWrittenIsPublishedByTheNextMount(MinioServer server) throws IOException {
    byte[] large = Bytes.of(1, LARGE);
    byte[] changed = Bytes.of(2, 9 << 20);
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("changed", changed);
      bucket.put("from/inside", "moved");
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        Path top = mounted.directory();
        Files.writeString(top.resolve("closed"), "closed");
        FileChannel synced = write(top.resolve("synced"), "synced".getBytes(UTF_8));
        synced.force(true);
        synced.write(ByteBuffer.wrap(" and more".getBytes(UTF_8)));
        FileChannel streamed = write(top.resolve("streamed"), large);
        FileChannel overwritten =
            FileChannel.open(top.resolve("changed"), StandardOpenOption.WRITE);
        overwritten.write(ByteBuffer.wrap("here".getBytes(UTF_8)), 5_000_000);
        FileChannel removed = write(top.resolve("removed"), "never".getBytes(UTF_8));
        Files.delete(top.resolve("removed"));
        Files.move(top.resolve("from"), top.resolve("to"));

        assertThat(bucket.text("closed")).isEqualTo("closed");
        assertThat(bucket.text("synced")).isEqualTo("synced");
        assertThat(object(bucket, "streamed")).isEmpty();
        assertThat(bucket.bytes("changed")).isEqualTo(changed);

        mounted.killBoth();
        for (FileChannel open : new FileChannel[] {synced, streamed, overwritten, removed}) {
          closeInVain(open);
        }
        assertThat(mounted.command(server, bucket.uri()).run().status()).isZero();

        System.arraycopy("here".getBytes(UTF_8), 0, changed, 5_000_000, 4);
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(mounted.staged()).as(mounted.log()).isEmpty());
        assertThat(bucket.text("closed")).isEqualTo("closed");
        assertThat(bucket.text("synced")).isEqualTo("synced and more");
        assertThat(object(bucket, "streamed")).contains(large);
        assertThat(bucket.bytes("changed")).isEqualTo(changed);
        assertThat(object(bucket, "removed")).isEmpty();
        assertThat(bucket.text("to/inside")).isEqualTo("moved");
        assertThat(object(bucket, "from/inside")).isEmpty();
        assertThat(
                bucket.uploads(
                    List.of("synced", "streamed", "changed", "removed", "to/inside", "closed")))
            .isEmpty();
        assertThat(top.resolve("synced")).hasContent("synced and more");
      }
    }
  }

  private static FileChannel write(Path file, byte[] bytes) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.write(ByteBuffer.wrap(bytes));
    return channel;
  }

  /** What was asked just before the kernel ended the connection is aborted. */
  private static void closeInVain(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      assertThat(e.getMessage())
          .containsAnyOf("endpoint is not connected", "caused connection abort");
    }
  }

  private static Optional<byte[]> object(TestBucket bucket, String key) {
    try {
      return Optional.of(bucket.bytes(key));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }
}
