package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.fs.upload.Piece;
import io.windlass.fs.upload.PublishToken;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Random operations on a staged file, with deaths of the process and failures of the store among
 * them, compared with the same on an array of bytes.
 */
@BothForms
class StagedModelTest {
  private static final int SEEDS = TestForm.amount("windlass.seeds", 40, 400);
  private static final int STEPS = 40;
  private static final int LONGEST = 600;
  private static final String SOURCE = "source";

  @TempDir Path directory;
  private int copiedInto;
  private int changedMeanwhile;
  private int diedMeanwhile;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @AfterEach
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "GOOGLE_DIRECTORIES") // it differs in renames
  void aStagedFileIsAnArrayOfBytes(Shape shape) {
    try (ShapeServer server = ShapeServer.start(shape, directory)) {
      shape.share(SEEDS).forEach(seed -> run(shape, server, seed));
    }
    long runs = shape.share(SEEDS).count();
    assertThat(changedMeanwhile).as("changes while a file was sent").isGreaterThan((int) runs);
    assertThat(diedMeanwhile).as("deaths while a file was sent").isGreaterThan((int) runs / 10);
    assertThat(copiedInto)
        .as("ranges that were copied into files")
        .isGreaterThanOrEqualTo(shape.copiesRanges() ? (int) runs / 20 : 0);
  }

  private void run(Shape shape, ShapeServer server, long seed) {
    try {
      new Run(shape, server.open(Workbench.MIN_PART), seed).run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }

  /** A process died while it published a file, which the server got all the same, or not. */
  private record Death(
      Path disk,
      Supplier<byte[]> model,
      Map<String, String> metadata,
      boolean arrives,
      Optional<byte[]> stored) {}

  private final class Run {
    private final Random random;
    private final FaultyStore store;
    private final Workbench bench;
    private final List<String> trail = new ArrayList<>();

    /**
     * Contents that the bucket may have: those that were published, or may have been with the
     * answer lost.
     */
    private final List<byte[]> visible = new ArrayList<>();

    private final byte[] source;
    private byte[] model = {};
    private Map<String, String> metadata = Map.of("mode", "33188");
    private String key = "folder/file";
    private Instant now = Workbench.NOW;

    /**
     * Whether the file is changed while bodies are sent; guarded by this, as is everything that
     * changes then.
     */
    private boolean meanwhile;

    /** Contents of the file since publishing began. */
    private final List<byte[]> since = new ArrayList<>();

    private Optional<Death> death = Optional.empty();
    private boolean faulty;

    Run(Shape shape, ObjectStore empty, long seed) {
      random = new Random(seed);
      store = new FaultyStore(empty);
      source = bytes(1 + random.nextInt(LONGEST));
      store.put(SOURCE, Content.of(source), PutOptions.DEFAULT);
      bench = Workbench.over(store, shape.features(), directory.resolve("seed" + seed), engine);
      if (random.nextBoolean()) {
        model = bytes(random.nextInt(LONGEST));
        ObjectInfo info =
            store.put(key, Content.of(model), PutOptions.DEFAULT.withMetadata(metadata));
        bench
            .staging()
            .over(
                Workbench.ID,
                new BaseObject(key, info.revision(), info.size(), info.lastModified(), metadata),
                Optional.of(ObjectProperties.NONE));
        visible.add(model);
      } else {
        bench.staging().create(Workbench.ID, key, metadata, ObjectProperties.NONE, now);
      }
    }

    void run() {
      try {
        faulty = random.nextInt(3) == 0;
        int lost = 1 + random.nextInt(6);
        Random fate = new Random(random.nextLong());
        store
            .faults()
            .eachChange(() ->
                death.isPresent()
                    ? fate(death.get())
                    : faulty ? fate(fate, lost) : Faults.Change.DONE);
        store.faults().inEachBody(this::happen);
        for (int step = 0; step < STEPS; step++) {
          step();
          check();
        }
        store.faults().clear();
        store.faults().inEachBody(() -> {});
        publish();
        assertThat(bench.file().view().dirty()).isFalse();
        assertThat(store.contents().get(key)).isEqualTo(model);
        bench.file().discard();
        assertThat(bench.staging().usedBytes()).isZero();
        await()
            .pollInterval(Duration.ofMillis(1))
            .untilAsserted(() -> {
              assertThat(store.pending()).isEmpty();
              assertThat(bench.onDisk()).isEmpty();
            });
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(String.join("\n", trail), e);
      } finally {
        bench.close();
        Workbench.delete(bench.directory());
      }
    }

    /**
     * Returns the outcome of a change. A dead process begins nothing new when its late request has
     * arrived.
     */
    private Faults.Change fate(Death dead) {
      boolean before = Arrays.equals(stored().orElse(null), dead.stored().orElse(null));
      return dead.arrives() && before ? Faults.Change.DONE : Faults.Change.REFUSED;
    }

    private Optional<byte[]> stored() {
      return Optional.ofNullable(store.contents().get(key));
    }

    private static synchronized Faults.Change fate(Random random, int lost) {
      return switch (random.nextInt(30) - lost) {
        case -1 -> Faults.Change.LOST;
        case -2, -3 -> Faults.Change.REFUSED;
        default -> Faults.Change.DONE;
      };
    }

    private void step() {
      int kind = random.nextInt(16);
      switch (kind) {
        case 0, 1, 2, 3 -> write(random.nextInt(LONGEST), bytes(random.nextInt(100)));
        case 4, 5, 6 -> stream();
        case 7 -> truncate(random.nextInt(LONGEST));
        case 8 -> truncate(random.nextInt(4) == 0 ? 0 : random.nextInt(1 + model.length));
        case 9 -> zero();
        case 10 -> allocate();
        case 11 -> describe();
        case 12, 13 -> tryPublish();
        case 14 -> crash();
        default -> other();
      }
    }

    private void write(int offset, byte[] bytes) {
      trail.add("write %d at %d".formatted(bytes.length, offset));
      now = now.plusMillis(random.nextInt(1500));
      Workbench.write(bench.file(), offset, bytes, now);
      if (bytes.length > 0) {
        model = Arrays.copyOf(model, Math.max(model.length, offset + bytes.length));
        System.arraycopy(bytes, 0, model, offset, bytes.length);
      }
    }

    private void stream() {
      for (int left = random.nextInt(300); left > 0 && model.length < LONGEST; ) {
        byte[] bytes = bytes(1 + random.nextInt(40));
        write(model.length, bytes);
        left -= bytes.length;
      }
    }

    private void truncate(int size) {
      trail.add("truncate to " + size);
      bench.file().truncate(size, now);
      model = Arrays.copyOf(model, size);
    }

    private void zero() {
      int offset = random.nextInt(LONGEST);
      int length = 1 + random.nextInt(150);
      boolean keep = random.nextBoolean();
      trail.add("zero %d at %d %s".formatted(length, offset, keep));
      bench.file().zero(offset, length, keep, now);
      int end = keep ? Math.min(model.length, offset + length) : offset + length;
      if (offset < end) {
        model = Arrays.copyOf(model, Math.max(model.length, end));
        Arrays.fill(model, offset, end, (byte) 0);
      }
    }

    private void allocate() {
      int offset = random.nextInt(LONGEST);
      int length = 1 + random.nextInt(100);
      boolean keep = random.nextBoolean();
      trail.add("allocate %d at %d %s".formatted(length, offset, keep));
      bench.file().allocate(offset, length, keep, now);
      if (!keep) {
        model = Arrays.copyOf(model, Math.max(model.length, offset + length));
      }
    }

    private void describe() {
      metadata = Map.of("mode", String.valueOf(random.nextInt(3)));
      trail.add("describe " + metadata);
      bench.file().describe(metadata, now);
    }

    private void crash() {
      trail.add("crash");
      bench.crash();
    }

    private void tryPublish() {
      try {
        publish();
      } catch (DriverException.Unavailable e) {
        trail.add("not published: " + e.getMessage());
        die();
      }
    }

    private synchronized void begin() {
      trail.add("publish");
      visible.add(model);
      since.clear();
      since.add(model);
      meanwhile = random.nextBoolean();
    }

    private synchronized void end() {
      meanwhile = false;
    }

    /** While a body is sent, the file is changed by another thread, which does not wait. */
    private synchronized void happen() {
      if (!meanwhile || death.isPresent()) {
        return;
      }
      int kind = random.nextInt(8);
      if (kind == 0 && bench.file().isPublishing()) {
        Path disk = directory.resolve("death" + random.nextLong());
        Workbench.copy(bench.directory(), disk);
        trail.add("what is on disk now is what the next process finds");
        byte[] then = model;
        boolean arrives = !faulty && random.nextBoolean();
        death = Optional.of(new Death(disk, () -> then, metadata, arrives, stored()));
        diedMeanwhile++;
      } else if (kind < 6) {
        FutureTask<Boolean> change = new FutureTask<>(this::changeMeanwhile, true);
        Thread.ofVirtual().start(change);
        try {
          assertThat(change.get(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
          throw new AssertionError("a change waits, or fails, while the file is published", e);
        }
        changedMeanwhile++;
        since.add(model);
        visible.add(model);
      }
    }

    private void changeMeanwhile() {
      trail.add("meanwhile:");
      switch (random.nextInt(8)) {
        case 0 -> write(model.length, bytes(1 + random.nextInt(100)));
        case 1 -> truncate(random.nextInt(1 + model.length));
        case 2 -> truncate(random.nextInt(LONGEST));
        case 3 -> zero();
        case 4 -> describe();
        case 5 -> allocate();
        default -> write(random.nextInt(LONGEST), bytes(random.nextInt(100)));
      }
    }

    private void die() {
      death.ifPresent(before -> {
        trail.add("the next process");
        bench.crash(before.disk());
        model = before.model().get();
        metadata = before.metadata();
      });
      death = Optional.empty();
    }

    private void publish() {
      begin();
      StagedView view;
      try {
        view = bench.file().publish();
      } finally {
        end();
      }
      trail.add("published");
      byte[] stored = stored().orElseThrow();
      if (since.size() > 1 || death.isPresent()) {
        assertThat(since).as("what is in the bucket").anyMatch(one -> Arrays.equals(one, stored));
        die();
        return;
      }
      assertThat(view.dirty()).isFalse();
      visible.clear();
      visible.add(model);
      assertThat(stored).isEqualTo(model);
      ObjectInfo info = store.head(key);
      assertThat(Optional.of(info.revision())).isEqualTo(view.revision());
      if (info.metadata().containsKey("mtime")) {
        assertThat(PublishToken.unmarked(info.metadata())).isEqualTo(view.metadata());
      }
      assertThat(view.metadata()).containsEntry("mode", metadata.get("mode"));
    }

    private void other() {
      switch (random.nextInt(6)) {
        case 0 -> {
          trail.add("localise");
          bench.file().localise();
        }
        case 1 -> {
          trail.add("drop clean");
          bench.file().dropClean();
        }
        case 2 -> {
          trail.add("tidy");
          bench.file().tidy();
        }
        case 3 -> move();
        default -> copy();
      }
    }

    /** A range of another object, which may be replaced just then, or of the file itself. */
    private void copy() {
      switch (random.nextInt(4)) {
        case 0 -> truncate(0);
        case 1, 2 -> tryPublish();
        default -> {}
      }
      Optional<BaseObject> own =
          bench.file().object().filter(_ -> model.length > 0 && random.nextInt(4) == 0);
      ObjectInfo info = store.head(SOURCE);
      Revision revision = random.nextInt(5) == 0 ? new Revision("\"another\"") : info.revision();
      BaseObject from =
          own.orElseGet(() -> new BaseObject(SOURCE, revision, source.length, now, Map.of()));
      copy(
          from,
          own.isPresent() ? model : source,
          own.isPresent() || revision.equals(info.revision()));
    }

    private void copy(BaseObject from, byte[] content, boolean there) {
      int offset = random.nextInt(3) == 0 ? random.nextInt(content.length) : 0;
      int rest = content.length - offset;
      int length = random.nextBoolean() ? rest : 1 + random.nextInt(rest);
      int at = random.nextInt(3) == 0 ? model.length : random.nextInt(model.length + 20);
      trail.add("copy %d at %d of %s to %d".formatted(length, offset, from, at));
      byte[] wanted = Arrays.copyOf(model, Math.max(model.length, at + length));
      System.arraycopy(content, offset, wanted, at, length);
      visible.add(wanted);
      boolean copied = bench.file().copy(new Piece(from, new ByteRange(offset, length)), at, now);
      trail.add("copied: " + copied);
      if (copied) {
        assertThat(there).isTrue();
        assertThat(at).isLessThanOrEqualTo(model.length);
        copiedInto += model.length > 0 ? 1 : 0;
        model = wanted;
        visible.clear();
        visible.add(model);
        assertThat(bench.file().view().dirty()).isFalse();
        assertThat(store.contents().get(key)).isEqualTo(model);
      }
    }

    private void move() {
      StagedView view = bench.file().view();
      String to = "other/" + random.nextInt(5);
      if (view.hasObject() || to.equals(key) || store.contents().containsKey(key)) {
        return;
      }
      trail.add("move to " + to);
      bench.file().moved(to, Optional.empty());
      key = to;
    }

    private void check() {
      StagedFile file = bench.file();
      assertThat(file.view().size()).isEqualTo(model.length);
      assertThat(file.view().metadata()).containsEntry("mode", metadata.get("mode"));
      int offset = random.nextInt(LONGEST);
      int size = random.nextInt(LONGEST);
      byte[] expected =
          Arrays.copyOfRange(
              model, Math.min(offset, model.length), Math.min(offset + size, model.length));
      Workbench.tryRead(file, offset, size).ifPresent(read -> assertThat(read).isEqualTo(expected));
      assertThat(Workbench.read(file, offset, size)).isEqualTo(expected);
      seek(file, offset);
      byte[] there = store.contents().get(key);
      if (there != null) {
        assertThat(visible).anyMatch(content -> Arrays.equals(content, there));
      }
    }

    /**
     * Seeks data and a hole: all bytes before the data are zeros, and the hole is not past the end
     * of the file.
     */
    private void seek(StagedFile file, int offset) {
      OptionalLong data = file.seekData(offset);
      OptionalLong hole = file.seekHole(offset);
      assertThat(hole.isPresent()).isEqualTo(offset < model.length);
      long from = offset;
      long to = data.orElse(model.length);
      for (long at = from; at < to; at++) {
        assertThat(model[(int) at]).isZero();
      }
      assertThat(hole.orElse(0)).isLessThanOrEqualTo(model.length);
    }

    private byte[] bytes(int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
  }
}
