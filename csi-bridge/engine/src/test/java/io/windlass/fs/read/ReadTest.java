package io.windlass.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.operation.Deadline;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading: what is asked of the store, and that every byte handed out is right. */
class ReadTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final FaultyStore store = FaultyStore.inMemory();
  private ReadEngine engine = new ReadEngine(ReadSettings.DEFAULT, Optional.empty());

  @TempDir Path directory;

  @AfterEach
  void nothingIsKept() {
    await().untilAsserted(() -> assertThat(idle(engine)).isTrue());
    engine.close();
  }

  /** All that is in use could be given up: nobody holds a block for ever. */
  private static boolean idle(ReadEngine engine) {
    VolumeBuffers buffers = engine.buffers();
    try {
      Optional<List<MemorySegment>> all = buffers.take((int) engine.budget().bytes(), 0);
      all.ifPresent(buffers::give);
      return all.isPresent();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRandomReadAsksForWhatIsWantedAndNoMore() {
    byte[] content = bytes(8 << 20);
    try (FileReader reader = open(content)) {
      assertThat(read(reader, 5 << 20, 4096)).isEqualTo(part(content, 5 << 20, 4096));
      assertThat(read(reader, (2 << 20) + 100, 300)).isEqualTo(part(content, (2 << 20) + 100, 300));
    }
    assertThat(store.gets())
        .containsExactly(new ByteRange(5 << 20, 4096), new ByteRange(2 << 20, 4096));
  }

  @Test
  void volumesShareMemoryAndNotCounters() {
    byte[] content = bytes(100_000);
    ReadEngine one = engine.ofVolume("server");
    ReadEngine other = engine.ofVolume("server");
    ObjectInfo info = store.put("key", content);
    ObjectVersion object = new ObjectVersion(store, "s", "key", info.revision(), info.size());
    try (FileReader reader = one.open(object, LONG)) {
      assertThat(read(reader, 0, 100_000)).isEqualTo(content);
    }
    assertThat(one.counters().fetched()).isEqualTo(100_000);
    assertThat(other.counters().fetched()).isZero();
    assertThat(other.budget()).isSameAs(one.budget());
  }

  @Test
  void aSmallObjectIsReadWholeWithItsChecksum() {
    byte[] content = bytes(100_001);
    try (FileReader reader = open(content)) {
      assertThat(read(reader, 0, 4096)).isEqualTo(part(content, 0, 4096));
      assertThat(read(reader, 4096, 200_000)).isEqualTo(part(content, 4096, 95_905));
      assertThat(read(reader, 100_001, 10)).isEmpty();
      assertThat(read(reader, 1L << 50, 10)).isEmpty();
    }
    assertThat(store.gets()).containsExactly(new ByteRange(0, 100_001));
  }

  @Test
  void readingInOrderRunsAheadInGrowingPartsAndFetchesNothingTwice() {
    byte[] content = bytes(32 << 20);
    try (FileReader reader = open(content)) {
      for (int at = 0; at < content.length; at += 128 << 10) {
        assertThat(Arrays.equals(read(reader, at, 128 << 10), part(content, at, 128 << 10)))
            .isTrue();
      }
    }
    List<ByteRange> gets = store.gets();
    assertThat(gets.stream().mapToLong(ByteRange::length).sum()).isEqualTo(content.length);
    assertThat(gets.size()).isLessThan(60);
    assertThat(gets.stream().mapToLong(ByteRange::length).max()).hasValue(8 << 20);
  }

  @Test
  void aSeekShrinksTheWindow() {
    byte[] content = bytes(64 << 20);
    try (FileReader reader = open(content)) {
      for (int at = 0; at < 8 << 20; at += 1 << 20) {
        read(reader, at, 1 << 20);
      }
      await().until(() -> idle(engine));
      store.resetCounts();
      read(reader, 60 << 20, 4096);
    }
    assertThat(store.gets()).containsExactly(new ByteRange(60 << 20, 4096));
  }

  /** Requests of one program come in on several threads and overtake each other. */
  @Test
  void requestsThatOvertakeEachOtherAreInOrderAllTheSame() {
    byte[] content = bytes(16 << 20);
    Random random = new Random(1);
    try (FileReader reader = open(content)) {
      int size = 256 << 10;
      for (int at = 0; at < content.length; at += 2 * size) {
        int first = random.nextBoolean() ? at : at + size;
        int second = 2 * at + size - first;
        assertThat(Arrays.equals(read(reader, first, size), part(content, first, size))).isTrue();
        assertThat(Arrays.equals(read(reader, second, size), part(content, second, size))).isTrue();
      }
    }
    assertThat(store.gets().stream().mapToLong(ByteRange::length).sum()).isEqualTo(content.length);
    assertThat(store.gets().size()).isLessThan(40);
  }

  @Test
  void whatIsThereIsHandedOutWithoutWaiting() {
    byte[] content = bytes(1 << 20);
    try (FileReader reader = open(content)) {
      assertThat(reader.tryRead(0, 4096)).isEmpty();
      read(reader, 0, 4096);
      try (ReadSlices slices = reader.tryRead(8192, 4096).orElseThrow()) {
        assertThat(copy(slices)).isEqualTo(part(content, 8192, 4096));
      }
    }
    assertThat(store.gets()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Faults.Body.class)
  void aBodyThatGoesWrongIsNeverHandedOutAndAskedForAgain(Faults.Body fault) {
    byte[] content = bytes(16 << 20);
    try (FileReader reader = open(content)) {
      store.faults().next(fault, fault);
      assertThat(read(reader, 1 << 20, 1 << 20)).isEqualTo(part(content, 1 << 20, 1 << 20));
      store.faults().next(fault, fault, fault);
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> read(reader, 10 << 20, 1 << 19));
      assertThat(read(reader, 10 << 20, 1 << 19))
          .as("later")
          .isEqualTo(part(content, 10 << 20, 1 << 19));
    }
  }

  @ParameterizedTest
  @EnumSource(Faults.Body.class)
  void whatGoesWrongAheadOfAReaderIsNotSeenByIt(Faults.Body fault) {
    byte[] content = bytes(24 << 20);
    Random random = new Random(3);
    try (FileReader reader = open(content)) {
      for (int at = 0; at < content.length; at += 1 << 18) {
        if (store.faults().isOver() && random.nextInt(4) == 0) {
          store.faults().next(fault);
        }
        assertThat(Arrays.equals(read(reader, at, 1 << 18), part(content, at, 1 << 18))).isTrue();
      }
    }
  }

  @Test
  void anObjectThatWasReplacedOrDeletedIsStale() {
    try (FileReader reader = open(bytes(4 << 20))) {
      read(reader, 1 << 20, 4096);
      byte[] others = bytes(4 << 20);
      others[0]++;
      store.put("key", others);
      stale(reader, 2 << 20);
      store.faults().ignoreIfMatch(true);
      stale(reader, 2 << 20);
      store.faults().ignoreIfMatch(false);
      store.put("key", bytes(10));
      stale(reader, 3 << 20);
      store.delete("key", Condition.always());
      stale(reader, 3 << 20);
    }
  }

  private static void stale(FileReader reader, long offset) {
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> read(reader, offset, 4096));
  }

  @Test
  void aReadWaitsNoLongerThanItMay() {
    store.put("key", bytes(4 << 20));
    ObjectInfo info = store.head("key");
    ObjectVersion object = new ObjectVersion(store, "s", "key", info.revision(), info.size());
    store.faults().freeze(true);
    try (FileReader reader = engine.open(object, Duration.ofMillis(50))) {
      // Without a deadline of an operation, the clock runs.
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> reader.read(1 << 20, 4096));
      store.faults().freeze(false);
      await()
          .ignoreException(DriverException.Unavailable.class)
          .untilAsserted(() -> {
            try (ReadSlices slices = reader.read(1 << 20, 4096)) {
              assertThat(copy(slices)).hasSize(4096);
            }
          });
    } finally {
      store.faults().freeze(false);
    }
  }

  /** Sixty-four streams in the least memory: all go on, and the bound holds. */
  @Test
  void windowsShrinkBeforeAnythingFails() throws Exception {
    engine.close();
    engine = new ReadEngine(ReadSettings.DEFAULT.withMemory(4 << 20), Optional.empty());
    byte[] content = bytes(3 << 20);
    store.put("key", content);
    ObjectInfo info = store.head("key");
    ObjectVersion object = new ObjectVersion(store, "s", "key", info.revision(), info.size());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> streams = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        streams.add(
            threads.submit(() -> {
              try (FileReader reader = engine.open(object, LONG)) {
                for (int at = 0; at < content.length; at += 1 << 17) {
                  assertThat(Arrays.equals(read(reader, at, 1 << 17), part(content, at, 1 << 17)))
                      .isTrue();
                  assertThat(engine.budget().used()).isLessThanOrEqualTo(4 << 20);
                }
              }
              return null;
            }));
      }
      for (Future<?> stream : streams) {
        stream.get();
      }
    }
  }

  @Test
  void manyReadersOfOneHandleSeeWhatIsThere() throws Exception {
    byte[] content = bytes(6 << 20);
    try (FileReader reader = open(content);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        Random random = new Random(i);
        readers.add(
            threads.submit(() -> {
              for (int j = 0; j < 100; j++) {
                int at = random.nextInt(content.length);
                int size = 1 + random.nextInt(300_000);
                assertThat(Arrays.equals(read(reader, at, size), part(content, at, size)))
                    .as("%d at %d", size, at)
                    .isTrue();
              }
              return null;
            }));
      }
      for (Future<?> each : readers) {
        each.get();
      }
    }
  }

  @Test
  void blocksOnDiskOutliveTheProcessAndDamagedOnesAreFetched() throws Exception {
    byte[] content = bytes((2 << 20) + 77);
    store.put("key", content);
    ObjectInfo info = store.head("key");
    ObjectVersion object = new ObjectVersion(store, "s", "key", info.revision(), info.size());
    Path disk = directory.resolve("cache");
    for (int round = 0; round < 3; round++) {
      if (round == 2) {
        Path blocks = disk.resolve("blocks");
        byte[] damaged = Files.readAllBytes(blocks);
        // The last block of an object fills its place only at the beginning.
        damaged[damaged.length / 2 / BlockCache.BLOCK * BlockCache.BLOCK] ^= 1;
        Files.write(blocks, damaged);
      }
      store.resetCounts();
      try (BlockCache cache = BlockCache.open(disk, 16 << 20);
          ReadEngine cached = new ReadEngine(ReadSettings.DEFAULT, Optional.of(cache))) {
        try (FileReader reader = cached.open(object, LONG)) {
          for (int at = 0; at < content.length; at += 100_000) {
            assertThat(read(reader, at, 100_000)).isEqualTo(part(content, at, 100_000));
          }
        }
        await().until(() -> idle(cached));
      }
      long fetched = store.gets().stream().mapToLong(ByteRange::length).sum();
      switch (round) {
        case 0 -> assertThat(fetched).isEqualTo(content.length);
        case 1 -> assertThat(fetched).isZero();
        default -> assertThat(fetched).isPositive().isLessThan(content.length);
      }
    }
  }

  @Test
  void theCacheKeepsToItsSizeAndNeverGivesOneObjectForAnother() {
    Path disk = directory.resolve("cache");
    try (BlockCache cache = BlockCache.open(disk, 2 << 20);
        ReadEngine cached = new ReadEngine(ReadSettings.DEFAULT, Optional.of(cache))) {
      Random random = new Random(5);
      for (int i = 0; i < 200; i++) {
        byte[] content = bytes(random.nextInt(1 << 20) + 1);
        String key = "key" + random.nextInt(5);
        ObjectInfo info = store.put(key, content);
        ObjectVersion object = new ObjectVersion(store, "s", key, info.revision(), info.size());
        for (int j = 0; j < 2; j++) {
          try (FileReader reader = cached.open(object, LONG)) {
            int at = random.nextInt(content.length);
            assertThat(read(reader, at, 100_000)).isEqualTo(part(content, at, 100_000));
          }
        }
        assertThat(cache.bytes()).isLessThanOrEqualTo(2 << 20);
      }
      await().until(() -> idle(cached));
      assertThat(disk.resolve("blocks").toFile().length()).isLessThanOrEqualTo(2 << 20);
    }
  }

  private FileReader open(byte[] content) {
    ObjectInfo info = store.put("key", content);
    return engine.open(new ObjectVersion(store, "s", "key", info.revision(), info.size()), LONG);
  }

  private static byte[] read(FileReader reader, long offset, int size) {
    // Its clock stands still, so that no read is late.
    Deadline deadline = Deadline.after(Deadline.USUAL, () -> 0);
    try (ReadSlices slices = deadline.limit(() -> reader.read(offset, size))) {
      return copy(slices);
    }
  }

  private static byte[] copy(ReadSlices slices) {
    byte[] bytes = new byte[(int) slices.length()];
    int at = 0;
    for (MemorySegment segment : slices.segments()) {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, at, (int) segment.byteSize());
      at += (int) segment.byteSize();
    }
    return bytes;
  }

  private static byte[] part(byte[] content, int offset, int size) {
    return Arrays.copyOfRange(content, offset, Math.min(content.length, offset + size));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
