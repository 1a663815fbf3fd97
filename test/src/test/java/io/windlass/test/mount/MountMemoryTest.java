package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.mounter.Memory;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many read at once, the mounter keeps within its memory. */
@RealServer(MinioServer.class)
@LongForm(gate = "ReadTest", reason = "64 streams of 8 MiB each keep two processors busy")
class MountMemoryTest {
  private static final int STREAMS = 64;
  private static final int FILES = 8;
  private static final int BYTES = 8 << 20;
  private static final int PIECE = 1 << 20;
  private static final long MIB = 1 << 20;

  @TempDir Path scratch;

  @Test
  void manyStreamsShareIt(MinioServer server) throws Exception {
    long bound = 64 * MIB;
    try (TestBucket bucket = new TestBucket(server, scratch);
        ExecutorService threads = Executors.newFixedThreadPool(STREAMS)) {
      for (int i = 0; i < FILES; i++) {
        bucket.put("file" + i, Bytes.of(i, BYTES));
      }
      try (MountedBucket mounted =
          MountedBucket.mount(server, bucket.uri(), scratch, "--memory", Long.toString(bound))) {
        CountDownLatch together = new CountDownLatch(STREAMS);
        List<Future<Long>> streams = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
          int file = i % FILES;
          Path path = mounted.directory().resolve("file" + file);
          streams.add(threads.submit(() -> read(path, file, together)));
        }
        for (Future<Long> stream : streams) {
          assertThat(get(stream)).isEqualTo(BYTES);
        }
        long peak = peak(mounted.report().getPid());
        System.out.printf(
            "%d streams with %d MiB of memory: the mounter had %d MiB at most%n",
            STREAMS, bound / MIB, peak / MIB);
        assertThat(peak).isLessThan(bound + Memory.OWN);
      }
    }
  }

  /** All of it past the kernel's page cache, which otherwise would read it once for all. */
  private static long read(Path path, int file, CountDownLatch together) throws Exception {
    byte[] right = Bytes.of(file, BYTES);
    byte[] piece = new byte[PIECE];
    ByteBuffer buffer = DirectIo.buffer(PIECE);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, DirectIo.option())) {
      together.countDown();
      together.await();
      int at = 0;
      while (true) {
        buffer.clear().limit(PIECE);
        int count = channel.read(buffer);
        if (count < 0) {
          return at;
        }
        buffer.flip().get(piece, 0, count);
        if (!Arrays.equals(piece, 0, count, right, at, at + count)) {
          throw new IOException("wrong bytes at " + at);
        }
        at += count;
      }
    }
  }

  private static long get(Future<Long> stream) throws InterruptedException {
    try {
      return stream.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a stream broke", e.getCause());
    }
  }

  /** The most that was resident at any time. */
  private static long peak(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .map(line -> line.replaceAll("\\D", ""))
            .mapToLong(Long::parseLong)
            .findFirst()
            .orElseThrow()
        * 1024;
  }
}
