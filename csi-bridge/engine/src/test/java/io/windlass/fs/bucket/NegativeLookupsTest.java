package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Caller;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.listing.Listings;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that fills a directory causes few requests to the server, and no lookup is answered
 * wrongly for that.
 */
class NegativeLookupsTest {
  private static final Caller CALLER = new Caller(0, 0);
  private static final int NEW = 0102;
  private static final int FEW = 8;
  private static final Duration BELIEVED = Duration.ofSeconds(5);

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Volume volume;

  @BeforeEach
  void open() {
    volume =
        new Volume(
            store,
            VolumeOptions.DEFAULT
                .withObjectMetadata(true)
                .withTtl(Duration.ofSeconds(60), BELIEVED),
            directory.resolve("state"),
            Optional.of(directory.resolve("staging")),
            engine);
    put("b");
    put("old");
    store.resetCounts();
  }

  @AfterEach
  void close() {
    volume.close();
    engine.close();
  }

  private void put(String key) {
    store.put(key, Content.of(new byte[10]), PutOptions.DEFAULT);
  }

  private void make(String name) {
    Created made =
        fs().create(FileSystem.ROOT, name, NEW, 0100644, CALLER, volume.request()).await();
    volume.counted(made.node());
    fs().publish(made.file().handle()).await();
    fs().release(made.file().handle()).await();
  }

  private FileSystem fs() {
    return volume.fs();
  }

  private boolean isThere(String name) {
    return volume.lookup(FileSystem.ROOT, name).isPresent();
  }

  private void askInVain(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(isThere("new" + i)).isFalse();
    }
  }

  private List<String> names() {
    return volume.list(FileSystem.ROOT, false, 100, -1).stream()
        .map(DirectoryItem::name)
        .filter(name -> !name.startsWith("."))
        .toList();
  }

  @Test
  void afterSomeNamesTheDirectoryIsListed() {
    askInVain(0, 100);
    assertThat(store.heads()).isEqualTo(FEW);
    assertThat(store.lists()).isEqualTo(FEW + 1);
    assertThat(isThere("old")).isTrue();
  }

  @Test
  void whoFillsItAsksNoMore() {
    for (int i = 0; i < 100; i++) {
      assertThat(isThere("new" + i)).isFalse();
      make("new" + i);
    }
    assertThat(store.heads()).isEqualTo(FEW);
    assertThat(names()).hasSize(102);
  }

  @Test
  void whatIsMadeAndRemovedWhileItIsListedIsKnown() {
    askInVain(0, FEW);
    store
        .faults()
        .behindNextPage(() -> {
          make("late");
          fs().unlink(FileSystem.ROOT, "b", volume.request()).await();
        });
    askInVain(FEW, FEW + 1);
    store.resetCounts();
    assertThat(names()).containsExactly("late", "old");
    assertThat(isThere("b")).isFalse();
    assertThat(isThere("late")).isTrue();
    assertThat(store.lists()).isZero();
  }

  @Test
  void whatOthersMakeIsSeenWhenAbsenceIsNotBelievedAnyMore() {
    askInVain(0, FEW + 1);
    put("new50");
    assertThat(isThere("new50")).isFalse();
    volume.pass(BELIEVED.plusMillis(1));
    assertThat(isThere("new50")).isTrue();
    askInVain(0, 50);
    assertThat(store.lists()).isLessThan(50);
  }

  @Test
  void aHugeDirectoryIsNotListedForLong() {
    for (int i = 0; i < Listings.MOST + 500; i++) {
      put("many" + i);
    }
    store.resetCounts();
    askInVain(0, 100);
    assertThat(store.heads()).isEqualTo(100);
    assertThat(store.lists()).isLessThan(100 + 5);
  }
}
