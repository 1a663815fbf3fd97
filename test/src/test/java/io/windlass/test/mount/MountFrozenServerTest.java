package io.windlass.test.mount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server freezes, and one of each operation is under way: none takes longer than is promised. */
@RealServer(MinioServer.class)
class MountFrozenServerTest {
  /** What is promised, and half of it for a machine that has much else to do. */
  private static final Duration MOST = Duration.ofSeconds(15);

  private static final String FAILURE = "Input/output error";

  @TempDir Path scratch;

  /** What a program does with the mount. */
  private interface Deed {
    void run() throws IOException;
  }

  /** How it ended, and after how long. */
  private record End(String error, Duration took) {}

  @Test
  void noOperationTakesLongerThanPromised(PrivateServer<MinioServer> minio) throws Exception {
    try (TestBucket bucket = new TestBucket(minio.server(), scratch)) {
      for (String key :
          new String[] {
            "chmod",
            "truncate",
            "attribute",
            "unlink",
            "rename",
            "moved/a",
            "listed/a",
            "copied",
            "written",
            "read",
            "opened",
            "again"
          }) {
        bucket.put(key, "what was there");
      }
      bucket.put("removed/", "");
      try (MountedBucket mounted =
          MountedBucket.mount(minio.server(), bucket.uri(), scratch, "--metadata-ttl", "0")) {
        Path top = mounted.directory();
        try (FileChannel written = changed(top.resolve("written"));
            FileChannel made = changed(top.resolve("made"));
            FileChannel closed = changed(top.resolve("closed"));
            FileChannel source = direct(top.resolve("copied"));
            FileChannel target = changed(top.resolve("target"));
            FileChannel read = direct(top.resolve("read"))) {
          target.force(true);
          Map<String, Deed> deeds = deeds(top);
          deeds.put("fsync", () -> written.force(true));
          deeds.put("fsync of a new file", () -> made.force(true));
          deeds.put("read", () -> read.read(DirectIo.buffer(4096), 0));
          deeds.put("copy", () -> source.transferTo(0, source.size(), target));
          minio.pause();
          try {
            Map<String, End> ends = allAtOnce(deeds);
            End close = end(closed::close);
            System.out.printf("the server is frozen: %s, close %s%n", ends, close);
            assertThat(ends)
                .allSatisfy((name, end) -> {
                  assertThat(end.took).as(name).isLessThan(MOST);
                  assertThat(end.error).as(name).contains(FAILURE);
                });
            assertThat(close.took).isLessThan(MOST);
            assertThat(end(() -> Files.getFileStore(top).getTotalSpace()).error).isEmpty();
          } finally {
            minio.resume();
          }
        }
      }
    }
  }

  private static Map<String, Deed> deeds(Path top) {
    Map<String, Deed> deeds = new LinkedHashMap<>();
    deeds.put("stat", () -> Files.size(top.resolve("listed")));
    deeds.put("open", () -> direct(top.resolve("opened")).close());
    deeds.put("open with O_CREAT", () -> Files.createFile(top.resolve("new")));
    deeds.put("open with O_TRUNC", () -> Files.write(top.resolve("again"), new byte[1]));
    deeds.put("mkdir", () -> Files.createDirectory(top.resolve("directory")));
    deeds.put("rmdir", () -> Files.delete(top.resolve("removed")));
    deeds.put("symlink", () -> Files.createSymbolicLink(top.resolve("link"), Path.of("opened")));
    deeds.put("unlink", () -> Files.delete(top.resolve("unlink")));
    deeds.put("rename", () -> move(top, "rename", "renamed"));
    deeds.put("rename of a directory", () -> move(top, "moved", "elsewhere"));
    deeds.put(
        "chmod",
        () ->
            Files.setPosixFilePermissions(
                top.resolve("chmod"), PosixFilePermissions.fromString("rw-------")));
    deeds.put(
        "truncate",
        () -> {
          try (FileChannel file =
              FileChannel.open(top.resolve("truncate"), StandardOpenOption.WRITE)) {
            file.truncate(1);
          }
        });
    deeds.put(
        "setxattr",
        () ->
            Files.getFileAttributeView(top.resolve("attribute"), UserDefinedFileAttributeView.class)
                .write("a", UTF_8.encode("b")));
    deeds.put("readdir", () -> list(top.resolve("listed")));
    return deeds;
  }

  private static void move(Path top, String from, String to) throws IOException {
    Files.move(top.resolve(from), top.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void list(Path directory) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(found -> assertThat(found).isNotNull());
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static FileChannel direct(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, DirectIo.option());
  }

  /** Open, with something written that is not in the bucket. */
  private static FileChannel changed(Path file) throws IOException {
    FileChannel open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    open.write(ByteBuffer.wrap("new".getBytes(UTF_8)));
    return open;
  }

  /** On threads that can be lost. */
  private static Map<String, End> allAtOnce(Map<String, Deed> deeds) {
    Map<String, CompletableFuture<End>> running = new LinkedHashMap<>();
    deeds.forEach((name, deed) ->
        running.put(
            name,
            CompletableFuture.supplyAsync(
                () -> end(deed), task -> Thread.ofPlatform().daemon().start(task))));
    Map<String, End> ends = new LinkedHashMap<>();
    running.forEach((name, end) ->
        ends.put(
            name,
            end.completeOnTimeout(new End("it hangs", Duration.ofDays(1)), 2, TimeUnit.MINUTES)
                .join()));
    return ends;
  }

  private static End end(Deed deed) {
    long began = System.nanoTime();
    String error = "";
    try {
      deed.run();
    } catch (FileSystemException e) {
      error = String.valueOf(e.getReason());
    } catch (IOException e) {
      error = String.valueOf(e.getMessage());
    }
    return new End(error, Duration.ofNanos(System.nanoTime() - began));
  }
}
