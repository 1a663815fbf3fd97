package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Bounds;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.bucket.ModelVolume.Open;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.testing.Faults;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fs.testing.Gate;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** One volume, and what is done to it by chance. */
final class WritingModelRun {
  private static final int STEPS = 60;

  private final Random random;
  private final FaultyStore store;
  private final Path place;
  private final Volume volume;
  private final String prefix;
  private final ModelVolume model;
  private final ModelNames names;
  private final ModelContents contents;
  private final ModelDescriptions descriptions;
  private final Gate background = new Gate();
  private boolean closed;

  /**
   * Mounts what an empty store holds.
   *
   * @param place where the volume keeps its files
   */
  WritingModelRun(
      ObjectStore empty, Capabilities capabilities, int seed, Path place, ReadEngine engine) {
    this.random = new Random(seed);
    this.store = new FaultyStore(empty);
    this.place = place;
    VolumeOptions options =
        VolumeOptions.DEFAULT
            .withPrefix(random.nextBoolean() ? "" : "team/data")
            .withObjectMetadata(true)
            .withBounds(new Bounds(true, 0, 0))
            .withTtl(Duration.ofSeconds(10), Duration.ofSeconds(5));
    prefix = options.prefix();
    volume =
        new Volume(
            store,
            options,
            place.resolve("state"),
            Optional.of(place.resolve("staging")),
            engine,
            capabilities);
    model = new ModelVolume(random, volume);
    names = new ModelNames(model);
    contents = new ModelContents(model);
    descriptions = new ModelDescriptions(model);
    // A change that is answered while a page is may count twice until the next count.
    await().pollInterval(Duration.ofMillis(1)).until(() -> volume.holds().isPresent());
    store
        .faults()
        .eachChange(() ->
            Thread.currentThread().getName().startsWith("publish ")
                ? background.get()
                : Faults.Change.DONE);
  }

  void steps() {
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) == 0) {
        background.shut();
      }
      meeting(this::step);
    }
    for (Open file : List.copyOf(model.open())) {
      meeting(() -> contents.close(file));
    }
    background.open();
    contents.releaseAll();
    volume.publishAll(Duration.ofMinutes(5));
    Map<String, byte[]> wanted = ModelFiles.keys(model.root(), prefix);
    ModelFiles.directories(model.root(), prefix)
        .forEach((key, inner) -> {
          if (inner.things().isEmpty()) {
            assertThat(store.contents()).containsKey(key);
          }
        });
    Map<String, byte[]> there = store.contents();
    assertThat(there.keySet().stream().filter(key -> !key.endsWith("/")))
        .containsExactlyInAnyOrderElementsOf(wanted.keySet());
    wanted.forEach((key, content) -> assertThat(there.get(key)).as(key).isEqualTo(content));
    long bytes = there.values().stream().mapToLong(content -> content.length).sum();
    assertThat(volume.holds())
        .as("what the volume is said to hold")
        .contains(new Growth(bytes, there.size()));
    volume.forgetAll();
  }

  /** What is on its way in the background stays there until a step waits for it. */
  private void meeting(Runnable step) {
    Thread stepping = Thread.currentThread();
    AtomicBoolean ended = new AtomicBoolean();
    Thread opening =
        Thread.startVirtualThread(() -> {
          while (!ended.get() && stepping.getState() == Thread.State.RUNNABLE) {
            LockSupport.parkNanos(20_000);
          }
          if (!ended.get()) {
            background.open();
          }
        });
    try {
      step.run();
    } finally {
      ended.set(true);
      join(opening);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** After all is closed. */
  void nothingIsLeft() throws Exception {
    try (InodeTable left = InodeTable.open(place.resolve("state/inodes"))) {
      assertThat(left.size()).as("nodes that nobody has").isEqualTo(1);
    }
    try (Stream<Path> all = Files.walk(place.resolve("staging"))) {
      assertThat(all.filter(Files::isRegularFile)).as("what is staged").isEmpty();
    }
  }

  private void step() {
    switch (random.nextInt(22)) {
      case 0, 1, 2 -> names.create();
      case 3 -> names.mkdir();
      case 4 -> names.unlink();
      case 5 -> names.rmdir();
      case 6, 7 -> names.rename();
      case 8, 9 -> contents.openOne();
      case 10, 11 -> contents.write();
      case 12 -> contents.read();
      case 13 -> model.pick().ifPresent(contents::close);
      case 14 -> model.pick().ifPresent(contents::publish);
      case 15 -> descriptions.truncate();
      case 16 -> descriptions.describe();
      case 17 -> names.look();
      case 18 -> names.list();
      case 19 -> contents.copy();
      case 20 -> contents.release();
      default -> {
        if (random.nextInt(2) == 0) {
          model.note("restart");
          volume.restart();
        } else {
          model.note("time passes");
          volume.pass(Duration.ofSeconds(20));
        }
      }
    }
  }

  /** What was done. */
  List<String> trail() {
    return model.trail();
  }

  /** How many ranges were copied into files that had content. */
  int copiedInto() {
    return contents.copiedInto();
  }

  void close() {
    if (!closed) {
      closed = true;
      volume.close();
    }
  }
}
