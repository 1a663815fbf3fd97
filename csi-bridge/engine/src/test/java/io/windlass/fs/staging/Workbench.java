package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.journal.StagedId;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** A staging directory that can be taken over by another process, over a store of small parts. */
final class Workbench implements AutoCloseable {
  static final long MIN_PART = 16;
  static final long PART = 64;
  static final StagedId ID = new StagedId(7, 11);
  static final Instant NOW = Instant.parse("2030-01-02T03:04:05.006Z");

  static final WriteSettings SMALL = small(WriteSettings.DEFAULT.maxStagingBytes());

  /** Longest wait for what is under way at the end of a test. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private final Path root;
  private final ObjectStore store;
  private final Capabilities capabilities;
  private final ReadEngine engine;
  private final WriteSettings settings;
  private final LongSupplier clock;
  private final AtomicLong waits = new AtomicLong();
  private int lives;
  private Staging staging;

  Workbench(
      Path root,
      ObjectStore store,
      Capabilities capabilities,
      ReadEngine engine,
      WriteSettings settings) {
    this(root, store, capabilities, engine, settings, System::nanoTime);
  }

  /** By a clock that counts nanoseconds. */
  Workbench(
      Path root,
      ObjectStore store,
      Capabilities capabilities,
      ReadEngine engine,
      WriteSettings settings,
      LongSupplier clock) {
    this.root = root;
    this.store = store;
    this.capabilities = capabilities;
    this.engine = engine;
    this.settings = settings;
    this.clock = clock;
    this.staging = open();
  }

  /** With at most so many bytes on local disk. */
  static WriteSettings small(long maxStagingBytes) {
    return new WriteSettings(
        maxStagingBytes,
        WriteSettings.DEFAULT.maxHoleBytes(),
        WriteSettings.DEFAULT.parallelParts(),
        WriteSettings.DEFAULT.timeout(),
        WriteSettings.DEFAULT.readTimeout(),
        PART,
        200,
        Duration.ofMillis(2),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        false,
        Workbench::stamped);
  }

  private static Map<String, String> stamped(Map<String, String> metadata, Instant modified) {
    Map<String, String> stamped = new HashMap<>(metadata);
    stamped.put("mtime", modified.toString());
    return stamped;
  }

  static Capabilities capabilities(Set<Feature> features) {
    return new Capabilities(features, 63, 1000, 5000, 1L << 40, MIN_PART, 4096, 10_000);
  }

  static Set<Feature> allFeatures() {
    return EnumSet.allOf(Feature.class);
  }

  static Workbench over(FaultyStore store, Path root, ReadEngine engine) {
    return over(store, allFeatures(), root, engine);
  }

  static Workbench over(FaultyStore store, Set<Feature> features, Path root, ReadEngine engine) {
    return new Workbench(root, store, capabilities(features), engine, SMALL);
  }

  Path directory() {
    return root.resolve("life" + lives);
  }

  private Staging open() {
    return Staging.open(
        directory(),
        store,
        "test",
        capabilities,
        engine,
        settings,
        Quota.NONE,
        waits::incrementAndGet,
        clock,
        clock);
  }

  Staging staging() {
    return staging;
  }

  /** Returns how often a thread has begun to wait for another, or looked whether to go on. */
  long waits() {
    return waits.get();
  }

  StagedFile file() {
    return staging.files().stream().filter(file -> file.id().equals(ID)).findAny().orElseThrow();
  }

  /** Simulates a crash: the next process finds the files that are on disk now. */
  void crash() {
    assertThat(staging.transfers().takeAll(Patience.LONG)).as("an idle moment").isTrue();
    Path before = directory();
    lives++;
    copy(before, directory());
    Staging old = staging;
    staging = open();
    old.stop();
    delete(before);
  }

  /** Simulates a crash: the next process finds the files that were on disk at an earlier moment. */
  void crash(Path then) {
    Path before = directory();
    lives++;
    Staging old = staging;
    try {
      Files.move(then, directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    staging = open();
    old.stop();
    delete(before);
  }

  static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectory(to);
      // Journals last in the alphabet: what is new in a data file is there before its event is.
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        copyFile(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    try {
      Files.copy(from, to);
    } catch (NoSuchFileException e) {
      // Settled in the background just now.
    }
  }

  static void delete(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes bytes at a time. */
  static void write(StagedFile file, long offset, byte[] bytes, Instant now) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
      MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
      file.write(offset, segment, now);
    }
  }

  static void write(StagedFile file, long offset, byte[] bytes) {
    write(file, offset, bytes, NOW);
  }

  static byte[] read(StagedFile file, long offset, int size) {
    try (ReadSlices slices = file.read(offset, size)) {
      return bytes(slices);
    }
  }

  static Optional<byte[]> tryRead(StagedFile file, long offset, int size) {
    return file.tryRead(offset, size)
        .map(slices -> {
          try (slices) {
            return bytes(slices);
          }
        });
  }

  private static byte[] bytes(ReadSlices slices) {
    byte[] bytes = new byte[(int) slices.length()];
    int at = 0;
    for (MemorySegment segment : slices.segments()) {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, at, (int) segment.byteSize());
      at += (int) segment.byteSize();
    }
    return bytes;
  }

  /** Names of files in the staging directory. */
  List<String> onDisk() {
    try (Stream<Path> files = Files.list(directory())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    // A part that is sent ahead writes a note, where JUnit deletes. Some tests have all turns.
    boolean _ = staging.transfers().takeAll(SETTLED);
    staging.close();
  }
}
