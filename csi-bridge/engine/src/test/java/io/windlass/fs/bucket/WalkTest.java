package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.CALLER;
import static io.windlass.fs.bucket.FileCalls.NEW;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Attributes;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.Condition;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that walk a tree cause few requests, and see what is there. */
class WalkTest {
  private static final int DIRECTORIES = 40;
  private static final int LARGE = 5000;

  private final WritingVolumes nodes;
  private final FaultyStore store;
  private final Volume volume;
  private final Random random = new Random(1);

  /** The keys that the bucket has. */
  private Set<String> keys = Set.of();

  WalkTest(@TempDir Path directory) {
    this.nodes = new WritingVolumes(directory);
    this.store = nodes.store();
    this.volume = nodes.open();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private void put(String key) {
    store.put(key, new byte[LARGE]);
  }

  /** Returns the names in a directory of the bucket. */
  private Set<String> there(String prefix) {
    Set<String> names = new TreeSet<>();
    for (String key : keys) {
      if (key.startsWith(prefix) && !key.equals(prefix)) {
        String rest = key.substring(prefix.length());
        int slash = rest.indexOf('/');
        names.add(slash < 0 ? rest : rest.substring(0, slash));
      }
    }
    return names;
  }

  /** Walks a tree as find does: a directory is listed whole, and then those in it. */
  private int walk(long node, String prefix, Runnable between) {
    List<DirectoryItem> items = volume.list(node, true, 100, 0);
    List<DirectoryItem> inside = items.subList(2, items.size());
    assertThat(inside.stream().map(DirectoryItem::name))
        .as("in %s", prefix)
        .containsExactlyInAnyOrderElementsOf(there(prefix));
    int found = inside.size();
    for (DirectoryItem item : inside) {
      if (item.mode() == Attributes.DIRECTORY) {
        between.run();
        String path = prefix + item.name() + "/";
        Optional<Node> child = volume.lookup(node, item.name());
        assertThat(child.isPresent())
            .as("%s is there", path)
            .isEqualTo(keys.stream().anyMatch(key -> key.startsWith(path)));
        found += child.isPresent() ? walk(child.get().id(), path, between) : 0;
      }
    }
    return found;
  }

  @Test
  void aTreeTakesFewerRequestsThanItHasDirectories() {
    for (int i = 0; i < DIRECTORIES; i++) {
      for (int j = 0; j < 5; j++) {
        put("d%02d/file%d".formatted(i, j));
        put("d%02d/inner/more%d/file".formatted(i, j));
      }
      // A file that comes before the directory in the order of keys.
      put("d%02d-beside/file".formatted(i));
    }
    keys = store.contents().keySet();
    store.resetCounts();
    int names = DIRECTORIES * (2 + 6 + 5 + 5 + 1);
    assertThat(walk(FileSystem.ROOT, "", () -> {})).isEqualTo(names);
    // Of the 320 directories, those are listed and described alone that come before the walk is
    // recognised.
    assertThat(store.lists()).isLessThan(20);
    assertThat(store.heads()).isLessThan(20);
  }

  @Test
  void whoListsTwoDirectoriesCausesOneRequestMore() {
    put("a/file");
    put("b/file");
    for (int i = 0; i < LARGE; i++) {
      store.put("large/file%04d".formatted(i), new byte[1]);
    }
    put("z/file");
    store.resetCounts();
    assertThat(volume.list(FileSystem.ROOT, true, 100, 0)).hasSize(6);
    for (String name : List.of("a", "b")) {
      long id = volume.lookup(FileSystem.ROOT, name).orElseThrow().id();
      assertThat(volume.list(id, true, 100, 0)).hasSize(3);
    }
    nodes.end(volume);
    assertThat(store.lists()).isBetween(3L, 4L);
    store.resetCounts();
    assertThat(walk(nodes.open())).isEqualTo(4 + 3 + LARGE);
    // Its pages, what is asked for in vain before the walk gives up, and what is around.
    assertThat(store.lists()).isLessThan(LARGE / 1000 + 12);
  }

  private static int walk(Volume volume) {
    int found = 0;
    List<DirectoryItem> top = volume.list(FileSystem.ROOT, true, 100, 0);
    for (DirectoryItem item : top.subList(2, top.size())) {
      long id = volume.lookup(FileSystem.ROOT, item.name()).orElseThrow().id();
      found += volume.list(id, true, 100, 0).size() - 1;
    }
    return found;
  }

  /** What is listed ahead is never older than what this volume did itself. */
  @Test
  @BothForms
  void aWalkSeesWhatIsDoneMeanwhile() {
    for (int seed : TestForm.seeds(TestForm.amount("windlass.seeds", 3, 100))) {
      random.setSeed(seed);
      List<String> top = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        top.add("s%d-d%02d".formatted(seed, i));
        for (int j = random.nextInt(4); j >= 0; j--) {
          store.put("%s/i%d/file".formatted(top.getLast(), j), new byte[1]);
          store.put("%s/file%d".formatted(top.getLast(), j), new byte[1]);
        }
      }
      keys = store.contents().keySet();
      walk(
          FileSystem.ROOT,
          "",
          () -> {
            change(top);
            keys = store.contents().keySet();
          });
      store.contents().keySet().forEach(key -> store.delete(key, Condition.always()));
      volume.pass(nodes.timeToLive().plusSeconds(1));
    }
  }

  private void change(List<String> top) {
    String name = top.get(random.nextInt(top.size()));
    Node in = volume.lookup(FileSystem.ROOT, name).orElseThrow();
    Optional<Node> inner = volume.lookup(in.id(), "i0");
    switch (random.nextInt(8)) {
      case 0 -> create(in, "new" + random.nextInt(3));
      case 1 -> {
        if (volume.lookup(in.id(), "file0").isPresent()) {
          volume.fs().unlink(in.id(), "file0", volume.request()).await();
        }
      }
      case 2 -> {
        if (inner.isPresent()) {
          create(inner.get(), "new" + random.nextInt(3));
        }
      }
      case 3 -> {
        if (inner.isPresent() && volume.lookup(in.id(), "moved").isEmpty()) {
          volume.fs().rename(in.id(), "i0", in.id(), "moved", true, volume.request()).await();
        }
      }
      case 4 -> {
        if (volume.lookup(in.id(), "made").isEmpty()) {
          volume.counted(
              volume.fs().mkdir(in.id(), "made", 0755, CALLER, volume.request()).await());
        }
      }
      case 5 -> {
        if (volume.lookup(in.id(), "made").isPresent() && there(name + "/made/").isEmpty()) {
          volume.fs().rmdir(in.id(), "made", volume.request()).await();
        }
      }
      default -> {
        // Nothing is done.
      }
    }
  }

  private void create(Node in, String name) {
    if (volume.lookup(in.id(), name).isEmpty()) {
      Created made =
          volume.fs().create(in.id(), name, NEW, 0100644, CALLER, volume.request()).await();
      volume.counted(made.node());
      FileCalls.close(volume, made.file().handle());
    }
  }
}
