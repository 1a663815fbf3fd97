package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.ReadingVolumes.OPTIONS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a listing without metadata tells of files, and what it costs to know the rest. */
class ListedTypesTest {
  private static final Map<String, String> LINK = Map.of("mode", "41471");
  private static final int FILES = 500;

  /** More than the target of a symbolic link has. */
  private static final int LARGE = 4097;

  private final ReadingVolumes nodes;
  private final FaultyStore store;
  private final Volume volume;

  ListedTypesTest(@TempDir Path directory) {
    this.nodes = new ReadingVolumes(directory);
    this.store = nodes.store();
    this.volume = nodes.open(OPTIONS.withObjectMetadata(true));
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private void link(String key, int size) {
    store.put(
        key, Content.of("x".repeat(size).getBytes(UTF_8)), PutOptions.DEFAULT.withMetadata(LINK));
  }

  /** A program that only wants names, and the types that it cannot be mistaken about. */
  @Test
  void aListingAsksForNoObjectAndIsNeverWrong() {
    link("link", 7);
    link("longest", LARGE - 1);
    link("too-long-for-a-link", LARGE);
    link("too-short-for-a-link", 0);
    nodes.put("small", 7);
    for (int i = 0; i < FILES; i++) {
      nodes.put("large%03d".formatted(i), LARGE);
    }
    nodes.put("directory/file", 1);
    for (boolean plus : List.of(false, true)) {
      store.resetCounts();
      List<DirectoryItem> items = volume.list(FileSystem.ROOT, plus, 10_000, 0);
      assertThat(store.heads()).as("asked for by a listing").isZero();
      assertThat(items).hasSize(FILES + 8);
      for (DirectoryItem item : items.subList(2, items.size())) {
        boolean known = !List.of("link", "longest", "small").contains(item.name());
        assertThat(item.mode() != 0).as(item.name()).isEqualTo(known);
        assertThat(item.node()).as(item.name()).isEmpty();
      }
    }
    List<DirectoryItem> listed = volume.list(FileSystem.ROOT, false, 10_000, 0);
    volume.pass(Duration.ofSeconds(1));
    for (DirectoryItem item : listed.subList(2, listed.size())) {
      Node found = volume.lookup(FileSystem.ROOT, item.name()).orElseThrow();
      int type = found.attributes().mode() & Attributes.TYPE_MASK;
      assertThat(item.mode()).as(item.name()).isIn(0, type);
      boolean link = List.of("link", "longest").contains(item.name());
      assertThat(type == Attributes.SYMLINK).as(item.name()).isEqualTo(link);
    }
    for (boolean plus : List.of(false, true)) {
      assertThat(volume.list(FileSystem.ROOT, plus, 10_000, 0).stream().skip(2))
          .as("once all was looked up")
          .allSatisfy(item -> assertThat(item.mode()).isNotZero())
          .allSatisfy(item -> assertThat(item.node().isPresent()).isEqualTo(plus));
    }
  }

  @Test
  void whoLooksUpAllThatWasListedCausesOneRequestForEach() {
    for (int i = 0; i < FILES; i++) {
      nodes.put("file%03d".formatted(i), LARGE);
    }
    assertThat(volume.list(FileSystem.ROOT, false, 100, 0)).hasSize(FILES + 2);
    store.resetCounts();
    for (int i = 0; i < FILES; i++) {
      assertThat(volume.lookup(FileSystem.ROOT, "file%03d".formatted(i))).isPresent();
      if (i == 100) {
        // Many are under way at a time.
        await().untilAsserted(() -> assertThat(store.heads()).isGreaterThan(150));
      }
    }
    assertThat(store.heads()).isEqualTo(FILES);
    assertThat(store.lists()).isZero();
  }

  @Test
  void whoLooksUpAFewNamesCausesAtMostTwiceAsManyRequests() {
    for (int i = 0; i < FILES; i++) {
      nodes.put("file%03d".formatted(i), LARGE);
    }
    volume.list(FileSystem.ROOT, false, 1000, 0);
    store.resetCounts();
    int lookups = 20;
    for (int i = 0; i < lookups; i++) {
      volume.lookup(FileSystem.ROOT, "file%03d".formatted(i * 137 % FILES));
    }
    // What is read ahead may not have been sent yet: this can only be too few.
    assertThat(store.heads()).isBetween((long) lookups, 2L * lookups);
    assertThat(store.lists()).isZero();
  }
}
