package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
class MountCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path scratch;

  @Test
  void aBucketIsADirectory(MinioServer server) throws IOException {
    byte[] large = Bytes.of(1, 5_000_000);
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("readme.txt", "hello");
      bucket.put("a/b/large", large);
      bucket.put("a/empty", "");
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        Path top = mounted.directory();
        assertThat(names(top)).containsExactlyInAnyOrder("readme.txt", "a");
        assertThat(names(top.resolve("a"))).containsExactlyInAnyOrder("b", "empty");
        assertThat(top.resolve("readme.txt")).hasContent("hello");
        assertThat(Files.readAllBytes(top.resolve("a/b/large"))).isEqualTo(large);
        assertThat(Files.size(top.resolve("a/empty"))).isZero();
        assertThat(Files.notExists(top.resolve("nothing"))).isTrue();

        Files.writeString(top.resolve("a/new"), "written");
        assertThat(bucket.text("a/new")).isEqualTo("written");

        assertThat(mounted.unmount().status()).isZero();
        await().atMost(PATIENCE).until(mounted::isGone);
      }
    }
  }

  @Test
  void ciphersAreTheProcessorsOwn(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Path maps = Path.of("/proc/%d/maps".formatted(mounted.report().getPid()));
      assertThat(Files.readString(maps)).contains("libamazonCorrettoCryptoProvider.so");
      assertThat(mounted.log()).doesNotContain("are slow on this machine");
    }
  }

  @Test
  void theMounterHasTheLibrariesOfItsBucketAlone(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      Path command = Path.of("/proc/%d/cmdline".formatted(mounted.report().getPid()));
      assertThat(Files.readString(command)).contains("/lib/s3/").doesNotContain("/lib/local/");
    }
  }

  @Test
  void whatIsReadOnlyIsNotChanged(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", "content");
      try (MountedBucket mounted =
          MountedBucket.mount(server, bucket.uri(), scratch, "--read-only")) {
        Path file = mounted.directory().resolve("file");
        assertThatThrownBy(() -> Files.writeString(mounted.directory().resolve("new"), "x"))
            .isInstanceOf(FileSystemException.class)
            .hasMessageContaining("Read-only file system");
        assertThatThrownBy(() -> Files.delete(file))
            .isInstanceOf(FileSystemException.class)
            .hasMessageContaining("Read-only file system");
        assertThat(file).hasContent("content");
        assertThat(mounted.staged()).isEmpty();
      }
    }
  }

  @Test
  void aPrefixIsADirectoryToo(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("2026/may/a", "1");
      bucket.put("2025/b", "2");
      try (MountedBucket mounted =
          MountedBucket.mount(
              server, bucket.uri() + "/2026", scratch, "--file-mode", "600", "--umask", "027")) {
        assertThat(names(mounted.directory())).containsExactly("may");
        assertThat(mounted.directory().resolve("may/a")).hasContent("1");
        assertThat(Files.getAttribute(mounted.directory().resolve("may/a"), "unix:mode"))
            .isEqualTo(0100600);
        assertThat(Files.getAttribute(mounted.directory().resolve("may"), "unix:mode"))
            .isEqualTo(040750);
      }
    }
  }

  @Test
  void itHoldsNoMoreThanItMay(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("before", Bytes.of(3, 700_000));
      try (MountedBucket mounted =
          MountedBucket.mount(server, bucket.uri(), scratch, "--capacity", "1Mi")) {
        Path file = mounted.directory().resolve("file");
        // What is there is counted in the background.
        await().atMost(PATIENCE).until(() -> available(mounted) <= (1 << 20) - 700_000);
        Files.write(file, Bytes.of(4, 300_000));
        assertThatThrownBy(() -> Files.write(file, Bytes.of(5, 100_000), StandardOpenOption.APPEND))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("Disk quota exceeded");
        FileStore space = Files.getFileStore(mounted.directory());
        assertThat(space.getTotalSpace()).isEqualTo(1 << 20);
        assertThat(space.getUsableSpace()).isBetween(0L, (1L << 20) - 1_000_000);
        long size = Files.size(file);
        assertThat(size).isBetween(300_000L, (1L << 20) - 700_000);
        mounted.killMounter();
        assertThatThrownBy(() -> Files.write(file, Bytes.of(5, 100_000), StandardOpenOption.APPEND))
            .hasMessageContaining("Disk quota exceeded");
        Files.delete(mounted.directory().resolve("before"));
        append(file, 100_000);
        assertThat(bucket.bytes("file")).hasSizeGreaterThanOrEqualTo((int) size + 100_000);
      }
    }
  }

  private static long available(MountedBucket mounted) throws IOException {
    return Files.getFileStore(mounted.directory()).getUsableSpace();
  }

  /** As much as there is room for. */
  private static void append(Path file, int size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
      channel.write(ByteBuffer.wrap(Bytes.of(5, size)));
    }
  }

  @Test
  void whatIsInUseIsUnmountedOnlyByForce(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", "content");
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
          FileChannel _ =
              FileChannel.open(mounted.directory().resolve("file"), StandardOpenOption.READ)) {
        Outcome busy = mounted.unmount();
        assertThat(busy.status()).isEqualTo(1);
        assertThat(busy.err()).contains("programs use", "--force");
        assertThat(mounted.unmount("--force").status()).isZero();
        await().atMost(PATIENCE).until(mounted::isGone);
      }
    }
  }

  @Test
  void aDeadMountIsReplaced(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", "content");
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        mounted.killBoth();
        assertThat(Files.notExists(mounted.directory().resolve("file"))).isFalse();

        Outcome again = mounted.command(server, bucket.uri()).run();

        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.err()).contains("a dead mount", "is replaced");
        assertThat(mounted.directory().resolve("file")).hasContent("content");
      }
    }
  }

  @Test
  void theKeyIsInNoFileAndOnNoCommandLine(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", "content");
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        mounted.killMounter();
        assertThat(mounted.directory().resolve("file")).hasContent("content");
        List<Path> seen = new ArrayList<>(mounted.commandLines());
        try (Stream<Path> tree = Files.walk(scratch.resolve("run"))) {
          tree.filter(Files::isRegularFile).forEach(seen::add);
        }
        assertThat(seen).hasSizeGreaterThan(4);
        for (Path file : seen) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(server.rootSecret().reveal());
        }
      }
    }
  }

  @Test
  void whatWasReadIsKeptOnLocalDisk(MinioServer server) throws IOException {
    byte[] large = Bytes.of(3, 2 << 20);
    Path cache = scratch.resolve("cache");
    String[] options = {"--cache", cache.toString(), "--cache-size", "8Mi", "--memory", "32Mi"};
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("large", large);
      for (int i = 0; i < 2; i++) {
        try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch, options)) {
          assertThat(Files.readAllBytes(mounted.directory().resolve("large"))).isEqualTo(large);
          assertThat(mounted.unmount().status()).isZero();
          await().atMost(PATIENCE).until(mounted::isGone);
        }
      }
      assertThat(cache.resolve("blocks")).isNotEmptyFile();
    }
  }

  @Test
  void whatIsWrongIsSaid(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      Path directory = Files.createDirectory(scratch.resolve("there"));
      assertThat(mount("ftp://bucket", directory).err())
          .contains("'ftp://bucket' is nothing that can be mounted: like s3://bucket");
      assertThat(mount("gs://bucket", directory).err())
          .contains("there is no key: give --credentials, or set HMAC_ACCESS_ID");
      assertThat(mount(bucket.uri(), scratch.resolve("nowhere")).err())
          .contains("is no directory: make it first");
      assertThat(mount(bucket.uri(), directory).err())
          .contains("there is no key: give --credentials, or set AWS_ACCESS_KEY_ID");
    }
  }

  /** As mount(8) calls it for a line of /etc/fstab. */
  @Test
  void theHelperForFstabMounts(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("file", Bytes.of(7, 100));
      Path directory = scratch.resolve("fstab");
      String options =
          "rw,_netdev,nofail,make,endpoint=%s,run-directory=%s,staging=%s,ro"
              .formatted(server.endpoint(), scratch.resolve("run"), scratch.resolve("staging"));
      Outcome mounted =
          Launch.of(
                  List.of(
                      Launch.distribution().resolve("bin/mount.windlass").toString(),
                      bucket.uri(),
                      directory.toString(),
                      "-o",
                      options))
              .with("AWS_ACCESS_KEY_ID", server.rootAccessKey())
              .with("AWS_SECRET_ACCESS_KEY", server.rootSecret().reveal())
              .run();
      try {
        assertThat(mounted.status()).as(mounted.err()).isZero();
        assertThat(directory.resolve("file")).hasSize(100);
        assertThatIOException()
            .isThrownBy(() -> Files.writeString(directory.resolve("new"), "x"))
            .withMessageContaining("Read-only");
      } finally {
        assertThat(Launch.windlass("unmount", directory.toString()).run().status()).isZero();
      }
    }
  }

  @Test
  void whatIsNotThereIsNotMounted(MinioServer server) throws IOException {
    assertThat(MountedBucket.refusal(server, "s3://no-such-bucket-of-ours", scratch))
        .contains("not mounted", "no-such-bucket-of-ours");
  }

  private static Outcome mount(String bucket, Path directory) {
    return Launch.windlass("mount", bucket, directory.toString()).run();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }
}
