package io.windlass.test.mount.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.mount.Bytes;
import io.windlass.test.mount.DirectIo;
import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.Alone;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.Programs;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server freezes, and one of each operation is under way: none takes longer than is promised. */
@Alone("it measures how long calls wait")
@RealServer(MinioServer.class)
@LongForm(
    gate = "OperationTimeTest",
    reason = "it measures real time, which engine tests do by a clock that is moved")
class MountFrozenServerTest {
  /** The promised time, and room for a busy machine: less than if one waited for it twice. */
  private static final Duration MOST = Duration.ofSeconds(19);

  /** More than is fetched at once of a file that is begun. */
  private static final int LARGE = 12 << 20;

  private static final String FAILURE = "Input/output error";

  @TempDir Path scratch;

  /** Operation of a program on the mount. */
  private interface Deed {
    void run() throws IOException;
  }

  /** Error of an operation, and its duration. */
  private record End(String error, Duration took) {}

  /** Each has a directory of its own, as the kernel changes one name of a directory at a time. */
  private static final List<String> CHANGED =
      List.of(
          "create",
          "overwrite",
          "mkdir",
          "symlink",
          "unlink",
          "rename",
          "move",
          "chmod",
          "cut",
          "attribute",
          "fsync");

  @Test
  void noOperationTakesLongerThanPromised(PrivateServer<MinioServer> minio) throws Exception {
    try (TestBucket bucket = new TestBucket(minio.server(), scratch)) {
      CHANGED.forEach(name -> bucket.put(name + "/file", "what was there"));
      bucket.put("move/directory/file", "what was there");
      bucket.put("rmdir/directory/", "");
      bucket.put("unseen/file", "not asked for yet");
      bucket.put("unopened/file", "not asked for yet");
      bucket.put("unlisted/file", "not asked for yet");
      bucket.put("open/file", Bytes.of(1, LARGE));
      try (MountedBucket mounted = MountedBucket.mount(minio.server(), bucket.uri(), scratch)) {
        Path top = mounted.directory();
        try (FileChannel read = direct(top.resolve("open/file"));
            FileChannel over = opened(top.resolve("fsync/file"));
            FileChannel made = opened(top.resolve("open/made"));
            FileChannel closed = opened(top.resolve("open/closed"));
            FileChannel target = opened(top.resolve("open/target"))) {
          see(top);
          // What is open is flushed when the command that freezes the server begins: so nothing is
          // written before.
          minio.pause();
          try {
            assertThat(killed(Programs.process("cat", top.resolve("killed/file").toString())))
                .isLessThan(Duration.ofSeconds(5));
            assertThat(Programs.process("df", top.toString()).start().waitFor()).isZero();
            Map<String, Deed> deeds = deeds(top);
            deeds.put("read", () -> read.read(DirectIo.buffer(4096), LARGE / 2));
            deeds.put("fsync", () -> write(over).force(true));
            deeds.put("fsync of a new file", () -> write(made).force(true));
            deeds.put("copy", () -> read.transferTo(0, LARGE, target));
            Map<String, End> ends = allAtOnce(deeds);
            write(closed);
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

  /** Returns how long a program lives on that is killed while it waits for the server. */
  private static Duration killed(ProcessBuilder waiting) throws Exception {
    Process program = waiting.start();
    assertThat(program.waitFor(1, TimeUnit.SECONDS)).isFalse();
    long killed = System.nanoTime();
    program.destroyForcibly();
    int _ = program.waitFor();
    return Duration.ofNanos(System.nanoTime() - killed);
  }

  private static Map<String, Deed> deeds(Path top) {
    Map<String, Deed> deeds = new LinkedHashMap<>();
    deeds.put("stat", () -> Files.size(top.resolve("unseen/file")));
    deeds.put("open", () -> direct(top.resolve("unopened/file")).close());
    deeds.put("readdir", () -> list(top.resolve("unlisted")));
    deeds.put("open with O_CREAT", () -> Files.createFile(top.resolve("create/new")));
    deeds.put("open with O_TRUNC", () -> Files.write(top.resolve("overwrite/file"), new byte[1]));
    deeds.put("mkdir", () -> Files.createDirectory(top.resolve("mkdir/directory")));
    deeds.put("rmdir", () -> Files.delete(top.resolve("rmdir/directory")));
    deeds.put(
        "symlink", () -> Files.createSymbolicLink(top.resolve("symlink/link"), Path.of("file")));
    deeds.put("unlink", () -> Files.delete(top.resolve("unlink/file")));
    deeds.put("rename", () -> move(top, "rename/file", "rename/other"));
    deeds.put("rename of a directory", () -> move(top, "move/directory", "move/other"));
    deeds.put(
        "chmod",
        () ->
            Files.setPosixFilePermissions(
                top.resolve("chmod/file"), PosixFilePermissions.fromString("rw-------")));
    deeds.put(
        "truncate",
        () -> {
          try (FileChannel file =
              FileChannel.open(top.resolve("cut/file"), StandardOpenOption.WRITE)) {
            file.truncate(1);
          }
        });
    deeds.put(
        "setxattr",
        () ->
            Files.getFileAttributeView(
                    top.resolve("attribute/file"), UserDefinedFileAttributeView.class)
                .write("a", UTF_8.encode("b")));
    return deeds;
  }

  /** So that what is asked for while the server is frozen is not where these are. */
  private static void see(Path top) throws IOException {
    for (String name : CHANGED) {
      try (Stream<Path> all = Files.walk(top.resolve(name))) {
        assertThat(all).contains(top.resolve(name + "/file"));
      }
    }
    assertThat(top.resolve("rmdir/directory")).isEmptyDirectory();
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

  private static FileChannel opened(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static FileChannel write(FileChannel file) throws IOException {
    file.write(ByteBuffer.wrap("new".getBytes(UTF_8)));
    return file;
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
