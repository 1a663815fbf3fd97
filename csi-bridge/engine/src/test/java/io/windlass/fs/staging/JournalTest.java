package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.ObjectProperties;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that is cut off anywhere says what was so before the event that was cut off. */
@BothForms
class JournalTest {
  private static final int SEEDS = TestForm.amount("windlass.seeds", 1, 4);

  @TempDir Path directory;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void theLastChangeIsThereOrNotWhereverItsRecordIsCut() throws Exception {
    for (int seed : TestForm.seeds(SEEDS)) {
      Random random = new Random(seed);
      FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
      Path root = directory.resolve("seed" + seed);
      try (Workbench bench = Workbench.over(store, root, engine)) {
        StagedFile file =
            bench
                .staging()
                .create(Workbench.ID, "file", Map.of(), ObjectProperties.NONE, Workbench.NOW);
        Path log = bench.directory().resolve(Workbench.ID.fileName() + ".log");
        for (int step = 0; step < 6; step++) {
          byte[] before = Workbench.read(file, 0, 1000);
          long from = Files.size(log);
          Path old = root.resolve("old");
          Workbench.copy(bench.directory(), old);
          boolean written = change(file, random);
          byte[] after = Workbench.read(file, 0, 1000);
          for (long cut = from; cut <= Files.size(log); cut++) {
            Path copy = root.resolve("cut");
            Workbench.copy(bench.directory(), copy);
            cut(copy.resolve(log.getFileName()), cut);
            if (cut < Files.size(log) && !written) {
              // What takes bytes away does so only when its record is there.
              String data = Workbench.ID.fileName() + ".data";
              Files.copy(
                  old.resolve(data), copy.resolve(data), StandardCopyOption.REPLACE_EXISTING);
            }
            check("seed %d, step %d, cut at %d".formatted(seed, step, cut), copy, before, after);
            Workbench.delete(copy);
          }
          Workbench.delete(old);
        }
      }
    }
  }

  /**
   * Makes a random change; returns whether it was a write, whose bytes are on disk before its
   * record.
   */
  private static boolean change(StagedFile file, Random random) {
    byte[] bytes = new byte[1 + random.nextInt(80)];
    random.nextBytes(bytes);
    int kind = random.nextInt(5);
    switch (kind) {
      case 0 -> file.truncate(random.nextInt(300), Workbench.NOW.plusSeconds(9));
      case 1 -> file.zero(random.nextInt(200), 50, false, Workbench.NOW.plusSeconds(9));
      case 2 -> file.publish();
      default -> Workbench.write(file, random.nextInt(300), bytes);
    }
    return kind > 2;
  }

  private static void cut(Path log, long size) throws Exception {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private void check(String what, Path copy, byte[] before, byte[] after) {
    FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
    try (Staging staging =
        Staging.open(
            copy,
            store,
            "test",
            Workbench.capabilities(Workbench.allFeatures()),
            engine,
            Workbench.SMALL,
            Quota.NONE,
            WaitListener.NONE,
            System::nanoTime)) {
      List<StagedFile> files = staging.files();
      assertThat(files).as(what).hasSize(1);
      byte[] found = Workbench.read(files.getFirst(), 0, 1000);
      assertThat(found.length).as(what).isIn(before.length, after.length);
      for (int at = 0; at < found.length; at++) {
        boolean old = at < before.length && found[at] == before[at];
        assertThat(old || (at < after.length && found[at] == after[at]))
            .as("%s, byte %d of %s", what, at, Arrays.toString(found))
            .isTrue();
      }
    }
  }
}
