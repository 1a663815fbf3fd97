package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does to one file of a mount, at random, all that can be done to a file, and compares it with what
 * the same makes of an array; as the fsx of the file system developers does. A failure names its
 * seed; {@code -Dwindlass.fsx.operations=…} makes it long.
 */
class FsxTest {
  private static final int OPERATIONS = TestForm.amount("windlass.fsx.operations", 300, 1500);

  /** Above the size from which objects are uploaded in parts. */
  private static final int LARGEST = 12 << 20;

  private static final int LONGEST = 128 << 10;

  /** Threads that are busy, and kills beside them. */
  private static final int BUSY = 32;

  private static final int KILLS = 20;

  @TempDir Path scratch;

  @Test
  @BothForms
  @RealServer(MinioServer.class)
  void aFileIsWhatWasMadeOfIt(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
      exercise(mounted, () -> bucket.bytes("file"));
    }
  }

  @Test
  @LongForm(gate = "FsxTest.aFileIsWhatWasMadeOfIt", reason = "the same on another server")
  @RealServer(AzuriteServer.class)
  void aFileOnAzureIsWhatWasMadeOfIt(AzuriteServer server) throws IOException {
    try (TestBucket bucket = TestBucket.container(server);
        MountedBucket mounted = bucket.mount(scratch)) {
      exercise(mounted, () -> bucket.bytes("file"));
    }
  }

  @Test
  @LongForm(gate = "FsxTest.aFileIsWhatWasMadeOfIt", reason = "the same on another server")
  void aFileOnAFakeOfGoogleIsWhatWasMadeOfIt() throws IOException {
    try (TestBucket bucket = TestBucket.google(scratch);
        MountedBucket mounted = bucket.mount(scratch)) {
      exercise(mounted, () -> bucket.bytes("file"));
    }
  }

  @Test
  @LongForm(
      gate = {"RunningClockTest", "FsxTest.aFileIsWhatWasMadeOfIt"},
      reason = "it keeps the whole machine busy")
  @RealServer(MinioServer.class)
  void aBusyNodeIsNoError(MinioServer server) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (TestBucket bucket = new TestBucket(server, scratch);
        MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      try {
        for (int i = 0; i < BUSY; i++) {
          threads.execute(() -> {
            while (!over.get()) {
              Thread.onSpinWait();
            }
          });
        }
        Future<?> kills =
            threads.submit(() -> {
              for (int kill = 0; kill < KILLS; kill++) {
                mounted.killMounter();
              }
            });
        exercise(mounted, () -> bucket.bytes("file"));
        kills.get();
        exercise(mounted, () -> bucket.bytes("file"));
      } finally {
        over.set(true);
      }
    }
  }

  private static void exercise(MountedBucket mounted, Supplier<byte[]> stored) throws IOException {
    Files.deleteIfExists(mounted.directory().resolve("file"));
    long seed = TestForm.seed("windlass.fsx.seed", 1);
    try (Exerciser file = new Exerciser(mounted.directory().resolve("file"), seed)) {
      try {
        for (int i = 0; i < OPERATIONS; i++) {
          file.step();
        }
        file.sync();
      } catch (IOException | AssertionError e) {
        throw new AssertionError(
            "seed %d, after %s%n%s".formatted(seed, file.trail, mounted.log()), e);
      }
      assertThat(stored.get()).as("seed %d", seed).isEqualTo(file.content());
    }
  }

  /** The file, and what it ought to be. */
  private static final class Exerciser implements AutoCloseable {
    private final Path path;
    private final SplittableRandom random;
    private final byte[] model = new byte[LARGEST];
    private final List<String> trail = new ArrayList<>();
    private int size;
    private FileChannel channel;

    Exerciser(Path path, long seed) throws IOException {
      this.path = path;
      this.random = new SplittableRandom(seed);
      this.channel = open();
    }

    private FileChannel open() throws IOException {
      return FileChannel.open(
          path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    byte[] content() {
      return Arrays.copyOf(model, size);
    }

    void step() throws IOException {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> write();
        case 5, 6, 7, 8, 9, 10 -> read();
        case 11 -> append();
        case 12, 13 -> truncate();
        case 14 -> writeMapped();
        case 15, 16 -> readMapped();
        case 17 -> copy();
        case 18 -> sync();
        default -> reopen();
      }
      assertThat(channel.size()).as("size").isEqualTo(size);
    }

    private void note(String what, long from, long length) {
      trail.add("%s %d+%d".formatted(what, from, length));
      if (trail.size() > 40) {
        trail.removeFirst();
      }
    }

    private int length() {
      return random.nextInt(1, LONGEST);
    }

    /** Mostly within the file, sometimes behind its end. */
    private int offset(int length) {
      int bound = random.nextInt(8) == 0 ? size + LONGEST : size;
      return random.nextInt(Math.clamp(bound, 1, LARGEST - length));
    }

    private void write() throws IOException {
      int length = length();
      write("write", offset(length), length);
    }

    private void append() throws IOException {
      int length = length();
      if (size + length < LARGEST) {
        write("append", size, length);
      }
    }

    private void write(String what, int at, int length) throws IOException {
      note(what, at, length);
      ByteBuffer bytes = ByteBuffer.wrap(Bytes.of(random.nextLong(), length));
      System.arraycopy(bytes.array(), 0, model, at, length);
      while (bytes.hasRemaining()) {
        channel.write(bytes, at + bytes.position());
      }
      size = Math.max(size, at + length);
    }

    private void read() throws IOException {
      int length = length();
      int at = offset(length);
      note("read", at, length);
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {}
      same("read", bytes.flip(), at, Math.clamp(size - at, 0, length));
    }

    private void same(String what, ByteBuffer bytes, int at, int length) {
      assertThat(bytes.remaining()).as("%s %d+%d", what, at, length).isEqualTo(length);
      int differs = bytes.mismatch(ByteBuffer.wrap(model, at, length));
      assertThat(differs).as("%s %d+%d differs from byte", what, at, length).isEqualTo(-1);
    }

    private void truncate() throws IOException {
      int to = random.nextInt(random.nextInt(3) == 0 ? LARGEST : size + LONGEST);
      to = Math.min(to, LARGEST);
      note("truncate", to, 0);
      if (to < size) {
        channel.truncate(to);
        Arrays.fill(model, to, size, (byte) 0);
      } else if (to > size) {
        // FileChannel only cuts.
        channel.write(ByteBuffer.wrap(new byte[1]), to - 1L);
      }
      size = to;
    }

    private void writeMapped() throws IOException {
      if (size == 0) {
        return;
      }
      int at = random.nextInt(size);
      int length = Math.min(length(), size - at);
      note("write mapped", at, length);
      MappedByteBuffer map = channel.map(MapMode.READ_WRITE, at, length);
      byte[] bytes = Bytes.of(random.nextLong(), length);
      map.put(bytes);
      map.force();
      System.arraycopy(bytes, 0, model, at, length);
    }

    private void readMapped() throws IOException {
      if (size == 0) {
        return;
      }
      int at = random.nextInt(size);
      int length = Math.min(length(), size - at);
      note("read mapped", at, length);
      same("mapped", channel.map(MapMode.READ_ONLY, at, length), at, length);
    }

    /** By copy_file_range(2), which the JDK uses where it can. */
    private void copy() throws IOException {
      if (size == 0) {
        return;
      }
      int from = random.nextInt(size);
      int length = Math.min(length(), size - from);
      int to = random.nextInt(Math.min(size, LARGEST - length) + 1);
      if (Math.max(from, to) < Math.min(from, to) + length) {
        return;
      }
      note("copy to " + to + " from", from, length);
      try (FileChannel target = FileChannel.open(path, StandardOpenOption.WRITE)) {
        target.position(to);
        for (int done = 0; done < length; ) {
          done += (int) channel.transferTo(from + done, length - done, target);
        }
      }
      System.arraycopy(model, from, model, to, length);
      size = Math.max(size, to + length);
    }

    void sync() throws IOException {
      note("sync", 0, size);
      channel.force(true);
    }

    private void reopen() throws IOException {
      note("reopen", 0, size);
      channel.close();
      assertThat(Files.size(path)).as("size after close").isEqualTo(size);
      channel = open();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
