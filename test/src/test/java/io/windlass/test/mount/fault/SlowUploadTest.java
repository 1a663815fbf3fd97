package io.windlass.test.mount.fault;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.Alone;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server takes a mebibyte a second, and many files are on their way to it: nobody waits for that
 * but who asks for it. For larger files say {@code -Dwindlass.slow.bytes=1048576}.
 */
@Alone("what is done meanwhile must not take as long as the uploads")
@RealServer(MinioServer.class)
@LongForm(
    gate = "WritingWhilePublishingTest",
    reason = "it needs a server that takes a mebibyte a second of real time")
class SlowUploadTest {
  private static final int FILES = 64;
  private static final int BYTES = Integer.getInteger("windlass.slow.bytes", 192 << 10);
  private static final int MORE = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir Path scratch;

  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Queue<FileChannel> open = new ConcurrentLinkedQueue<>();
  private final Map<String, Long> longest = new ConcurrentSkipListMap<>();

  /** Operation of a program on the mount. */
  private interface Call {
    void run() throws IOException;
  }

  @Test
  void onlyCloseWaits(MinioServer server) throws Exception {
    try (TcpProxy proxy = new TcpProxy(server);
        TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(proxy.server(), bucket.uri(), scratch);
        ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      Path top = mounted.directory();
      for (int i = 0; i < FILES; i += 4) {
        Files.writeString(top.resolve("other" + i), "other");
      }
      proxy.limit(1 << 20);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        Path file = top.resolve("f" + i);
        writers.add(threads.submit(() -> write(file)));
      }
      await().atMost(PATIENCE).until(() -> written.get() == FILES);
      List<Future<?>> others = new ArrayList<>();
      List<Future<?>> renames = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        int number = i;
        others.add(threads.submit(() -> change(top, number)));
        if (number % 4 == 0) {
          renames.add(threads.submit(() -> rename(top, number)));
        }
      }
      for (Future<?> other : others) {
        try {
          other.get();
        } catch (ExecutionException e) {
          throw new AssertionError(mounted.log(), e);
        }
      }
      int before = closed.get();
      for (Future<?> rename : renames) {
        rename.get();
      }
      proxy.limit(Long.MAX_VALUE);
      for (Future<?> writer : writers) {
        writer.get();
      }
      for (FileChannel each : open) {
        each.close();
      }
      System.out.printf(
          "%d files of %d bytes to a server that takes 1 MiB/s: %d were there when all else was"
              + " done; the longest calls in ms: %s%n",
          FILES, BYTES, before, longest);
      assertThat(before).as("files that were there when all else was done").isLessThan(FILES / 2);
      for (int i = 0; i < FILES; i++) {
        assertThat(bucket.bytes("f" + i)).hasSize(BYTES + (i % 4 == 1 ? MORE : 0));
      }
    }
  }

  /** By close: while an fsync waits, the kernel lets nobody change the file. */
  private Void write(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, CREATE_NEW, WRITE)) {
      file.write(ByteBuffer.allocate(BYTES));
      open.add(FileChannel.open(path, WRITE));
      written.incrementAndGet();
    }
    closed.incrementAndGet();
    return null;
  }

  /** All that does not ask for a file to be in the bucket. */
  private Void change(Path top, int number) throws IOException {
    Path file = top.resolve("f" + number);
    call(
        "chmod",
        () -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------")));
    call("open", () -> FileChannel.open(file, READ).close());
    switch (number % 4) {
      case 1 -> {
        FileChannel more = FileChannel.open(file, APPEND);
        open.add(more);
        call("write", () -> more.write(ByteBuffer.wrap(new byte[MORE])));
      }
      case 2 -> call("stat", () -> Files.size(file));
      default ->
          call("utimens", () -> Files.setLastModifiedTime(file, Files.getLastModifiedTime(file)));
    }
    return null;
  }

  /** Names of other files are changed in the bucket, beside all that is on its way there. */
  private Void rename(Path top, int number) throws IOException {
    Path moved = top.resolve("moved" + number);
    call("rename", () -> Files.move(top.resolve("other" + number), moved));
    call("unlink", () -> Files.delete(moved));
    return null;
  }

  private void call(String what, Call call) throws IOException {
    long start = System.nanoTime();
    call.run();
    longest.merge(what, (System.nanoTime() - start) / 1_000_000, Math::max);
  }
}
