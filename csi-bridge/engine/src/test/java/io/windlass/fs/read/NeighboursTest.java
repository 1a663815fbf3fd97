package io.windlass.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.ObjectInfo;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A volume whose server is silent holds all that it can get, and its neighbour reads on. */
class NeighboursTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int CHUNK = BufferBudget.CHUNK;
  private static final int MEMORY = 16 << 20;
  private static final int LARGE = 8 << 20;
  private static final int MIB = 1 << 20;

  private final FaultyStore silent = FaultyStore.inMemory();
  private final FaultyStore healthy = FaultyStore.inMemory();
  private final List<Future<Integer>> reads = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    silent.faults().freeze(false);
    threads.close();
  }

  /** The silent server answers at last. Those that waited for their turn are served, too. */
  private void requireAllGivenBack(ReadEngine engine) throws Exception {
    silent.faults().freeze(false);
    for (Future<Integer> read : reads) {
      assertThat(read.get()).isPositive();
    }
    await().until(() -> engine.budget().used() == 0);
  }

  /** Reads of the silent server, each of an object of its own. */
  private void readSilent(ReadEngine volume, int objects, int length, long offset, int size) {
    silent.faults().freeze(true);
    for (int i = 0; i < objects; i++) {
      ObjectInfo info = silent.put("key" + i, new byte[length]);
      ObjectVersion object =
          new ObjectVersion(silent, "silent", "key" + i, info.revision(), info.size());
      reads.add(
          threads.submit(() -> {
            try (FileReader reader = volume.open(object, LONG)) {
              return read(reader, offset, size);
            }
          }));
    }
  }

  /** Reads all of an object of the neighbour in order, and then here and there. */
  private void readHealthy(ReadEngine volume) {
    ObjectInfo info = healthy.put("key", new byte[LARGE]);
    ObjectVersion object =
        new ObjectVersion(healthy, "healthy", "key", info.revision(), info.size());
    try (FileReader reader = volume.open(object, LONG)) {
      for (int at = 0; at < LARGE; at += CHUNK) {
        assertThat(read(reader, at, CHUNK)).isEqualTo(CHUNK);
      }
    }
    try (FileReader reader = volume.open(object, LONG)) {
      for (int at = LARGE - MIB; at > 0; at -= MIB) {
        assertThat(read(reader, at, 4096)).isEqualTo(4096);
      }
    }
  }

  private static int read(FileReader reader, long offset, int size) {
    // Its clock stands still: no read is late, and one that waits for the silent server hangs.
    Deadline deadline = Deadline.after(Deadline.USUAL, () -> 0);
    try (ReadSlices slices = deadline.limit(() -> reader.read(offset, size))) {
      return (int) slices.length();
    }
  }

  @Test
  void getsAreLeft() throws Exception {
    ReadSettings settings = new ReadSettings(MEMORY, MEMORY, 4);
    try (ReadEngine engine = new ReadEngine(settings, Optional.empty())) {
      ReadEngine greedy = engine.ofVolume("silent");
      readSilent(greedy, 8, 2 * MIB, MIB, 4096);
      await().until(() -> greedy.counters().gets() == 4);
      readHealthy(engine.ofVolume("healthy"));
      assertThat(greedy.counters().gets()).as("no more than one volume may have").isEqualTo(4);
      requireAllGivenBack(engine);
    }
  }

  @Test
  void memoryIsLeft() throws Exception {
    ReadSettings settings = ReadSettings.DEFAULT.withMemory(MEMORY);
    try (ReadEngine engine = new ReadEngine(settings, Optional.empty())) {
      ReadEngine greedy = engine.ofVolume("silent");
      readSilent(greedy, 20, 2 * MIB, MIB, MIB);
      await().until(() -> greedy.counters().gets() == 13);
      assertThat(engine.budget().used()).isEqualTo(MEMORY / 16 * 13);
      readHealthy(engine.ofVolume("healthy"));
      readHealthy(engine.ofVolume("silent"));
      requireAllGivenBack(engine);
    }
  }

  /** As when a server freezes that many pods use. */
  @Test
  void allVolumesOfASilentServerLeaveMemoryAndGets() throws Exception {
    ReadSettings settings = ReadSettings.DEFAULT.withMemory(MEMORY);
    try (ReadEngine engine = new ReadEngine(settings, Optional.empty())) {
      List<ReadEngine> greedy = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        greedy.add(engine.ofVolume("silent"));
        readSilent(greedy.getLast(), 3, 2 * MIB, MIB, MIB);
      }
      await().until(() -> greedy.stream().mapToLong(each -> each.counters().gets()).sum() >= 13);
      readHealthy(engine.ofVolume("healthy"));
      requireAllGivenBack(engine);
    }
  }

  /** What is read ahead is three quarters at most, and is nobody's but the volume's. */
  @Test
  void whatIsReadAheadOfASilentServerLeavesMemory() throws Exception {
    ReadSettings settings = ReadSettings.DEFAULT.withMemory(MEMORY);
    try (ReadEngine engine = new ReadEngine(settings, Optional.empty())) {
      ReadEngine greedy = engine.ofVolume("silent");
      readSilent(greedy, 10, 4 * MIB, 0, 4096);
      await().until(() -> greedy.counters().gets() >= 10);
      readHealthy(engine.ofVolume("healthy"));
      requireAllGivenBack(engine);
    }
  }

  /** A volume that reads much does not take what its neighbour has read ahead. */
  @Test
  void whatTheNeighbourHasReadAheadStays() throws Exception {
    ReadSettings settings = ReadSettings.DEFAULT.withMemory(MEMORY);
    try (ReadEngine engine = new ReadEngine(settings, Optional.empty())) {
      ReadEngine greedy = engine.ofVolume("silent");
      ObjectInfo info = healthy.put("key", new byte[MIB]);
      ObjectVersion object =
          new ObjectVersion(healthy, "healthy", "key", info.revision(), info.size());
      try (FileReader reader = engine.ofVolume("healthy").open(object, LONG)) {
        assertThat(read(reader, 0, 4096)).isEqualTo(4096);
        readSilent(greedy, 30, 2 * MIB, MIB, MIB);
        await().until(() -> greedy.counters().gets() == 12);
        assertThat(reader.tryRead(CHUNK, 4096)).hasValueSatisfying(ReadSlices::close);
      }
      requireAllGivenBack(engine);
    }
  }

  @Test
  void theWindowOfAReaderDoesNotDependOnTheReadersOfAnotherVolume() {
    AtomicLong now = new AtomicLong();
    AheadShares shares = new AheadShares(400 * MIB, 300 * MIB, now::get);
    try (ReadEngine engine = new ReadEngine(ReadSettings.DEFAULT, Optional.empty())) {
      ReadEngine one = engine.ofVolume("one");
      ReadEngine other = engine.ofVolume("other");
      FileReader reader = reader(one);
      assertThat(shares.of(reader, one.buffers())).isEqualTo(200 * MIB);
      for (int i = 0; i < 100; i++) {
        assertThat(shares.of(reader(other), other.buffers())).isPositive();
      }
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(shares.of(reader, one.buffers())).isEqualTo(200 * MIB);
      assertThat(shares.of(reader(other), other.buffers())).isEqualTo(2 * MIB);
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      assertThat(shares.of(reader(one), one.buffers())).as("of two").isEqualTo(100 * MIB);
    }
  }

  private FileReader reader(ReadEngine engine) {
    ObjectInfo info = healthy.put("key", new byte[1]);
    return engine.open(
        new ObjectVersion(healthy, "healthy", "key", info.revision(), info.size()), LONG);
  }
}
