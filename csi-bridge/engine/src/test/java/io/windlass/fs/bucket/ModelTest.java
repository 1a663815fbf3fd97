package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.DriverException;
import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Shape;
import io.windlass.fs.testing.ShapeServer;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.Revision;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Random operations on a volume, while its objects change underneath and its process is replaced,
 * against a tree made anew from all keys. A failure names its seed.
 */
@BothForms
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelTest {
  private static final int SEEDS = TestForm.amount("windlass.seeds", 100, 2000);
  private static final int STEPS = 40;
  private static final Duration TTL = Duration.ofSeconds(10);

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());

  @TempDir Path directory;

  @AfterAll
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"AZURE_DIRECTORIES", "GOOGLE_DIRECTORIES"}) // keys are names of files
  void aVolumeIsWhatItsKeysSay(Shape shape) throws Exception {
    try (ShapeServer server = ShapeServer.start(shape, directory)) {
      for (int seed : shape.share(SEEDS).toArray()) {
        Path state = directory.resolve(shape + "-seed" + seed);
        try {
          run(server.open(1), seed, state);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("seed " + seed, e);
        }
        for (String file : List.of("inodes", "handles", "deeds", "lock")) {
          Files.delete(state.resolve(file));
        }
      }
    }
  }

  private void run(ObjectStore store, int seed, Path state) {
    try (Run run = new Run(store, seed, state)) {
      run.steps();
    }
    try (InodeTable left = InodeTable.open(state.resolve("inodes"));
        HandleTable handles = HandleTable.open(state.resolve("handles"))) {
      assertThat(left.size()).as("nodes that nobody has").isEqualTo(1);
      assertThat(handles.size()).as("handles that nobody has").isZero();
    }
  }

  /** An open file, and what it was when it was opened. */
  private static final class Opened {
    private final long handle;
    private final long node;
    private final byte[] content;
    private final String key;
    private final Revision revision;

    Opened(long handle, long node, byte[] content, String key, Revision revision) {
      this.handle = handle;
      this.node = node;
      this.content = content;
      this.key = key;
      this.revision = revision;
    }
  }

  private final class Run implements AutoCloseable {
    private final Random random;
    private final ObjectStore store;
    private final Map<String, byte[]> objects = new TreeMap<>();
    private final String prefix;
    private final Volume volume;
    private final List<Opened> open = new ArrayList<>();
    private final Map<List<String>, Long> inos = new HashMap<>();

    Run(ObjectStore store, int seed, Path state) {
      this.store = store;
      random = new Random(seed);
      prefix = List.of("", "", "a/", "p//", "%~/").get(random.nextInt(5));
      VolumeOptions options =
          VolumeOptions.DEFAULT.withPrefix(prefix).withTtl(TTL, Duration.ofSeconds(5));
      volume = new Volume(store, options, state, engine);
    }

    void steps() {
      for (int i = random.nextInt(30); i >= 0; i--) {
        change();
      }
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(10)) {
          case 0, 1 -> change();
          case 2, 3, 4 -> list();
          case 5, 6 -> look();
          case 7 -> openOne();
          case 8 -> read();
          default -> {
            if (random.nextInt(3) == 0) {
              volume.restart();
            }
          }
        }
      }
      open.forEach(file -> volume.fs().release(file.handle).await());
      volume.forgetAll();
    }

    /** The bucket changes; what was believed of it is too old then. */
    private void change() {
      String key = NastyKeys.key(random, random.nextInt(8) == 0 ? "" : prefix);
      List<String> keys = new ArrayList<>(objects.keySet());
      if (!keys.isEmpty() && random.nextBoolean()) {
        key = keys.get(random.nextInt(keys.size()));
      }
      try {
        if (random.nextInt(3) == 0) {
          store.delete(key, Condition.always());
          objects.remove(key);
        } else {
          byte[] content = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(20_000)];
          random.nextBytes(content);
          store.put(key, Content.of(content), PutOptions.DEFAULT);
          objects.put(key, content);
        }
      } catch (DriverException.InvalidKey e) {
        // Not every store takes every key; those that look for it find nothing.
      }
      volume.pass(TTL.plusSeconds(1));
    }

    private void list() {
      List<String> path = new ArrayList<>();
      ModelTree tree = path(path);
      Optional<Node> node = volume.walk(path);
      assertThat(path.isEmpty() || node.isPresent()).as("%s is there", path).isTrue();
      boolean nodes = random.nextBoolean();
      List<DirectoryItem> items =
          volume.list(
              node.map(Node::id).orElse(FileSystem.ROOT),
              nodes,
              1 + random.nextInt(6),
              random.nextInt(20));
      List<String> names = new ArrayList<>();
      for (DirectoryItem item : items.subList(2, items.size())) {
        boolean isDirectory = item.mode() == Attributes.DIRECTORY;
        names.add(isDirectory ? item.name() + "/" : item.name());
        assertThat(item.node().isPresent()).isEqualTo(nodes);
        item.node()
            .ifPresent(found -> {
              assertThat(found.attributes().ino()).isEqualTo(item.ino());
              if (!isDirectory) {
                assertThat(found.attributes().size())
                    .isEqualTo(tree.files().getOrDefault(item.name(), new byte[0]).length);
              }
            });
      }
      assertThat(items.subList(0, 2)).extracting(DirectoryItem::name).containsExactly(".", "..");
      assertThat(new TreeSet<>(names)).as("in %s", path).isEqualTo(tree.names());
      assertThat(names).doesNotHaveDuplicates();
    }

    /** Walks to a random directory of the model, which is returned. */
    private ModelTree path(List<String> path) {
      ModelTree tree = ModelTree.of(objects, prefix);
      while (!tree.directories().isEmpty() && random.nextInt(3) > 0) {
        List<String> names = new ArrayList<>(tree.directories().keySet());
        String name = names.get(random.nextInt(names.size()));
        path.add(name);
        tree = tree.directories().getOrDefault(name, new ModelTree());
      }
      return tree;
    }

    private void look() {
      List<String> path = new ArrayList<>();
      ModelTree tree = path(path);
      List<String> names = new ArrayList<>(tree.files().keySet());
      names.addAll(tree.directories().keySet());
      names.add(
          FileNames.pieces(FileNames.shown(new FileNames.Segment(NastyKeys.segment(random), false)))
              .getFirst());
      names.add(NastyKeys.segment(random));
      names.add(names.getFirst() + "%~file");
      String name = names.get(random.nextInt(names.size()));
      if (name.isEmpty() || name.contains("\0") || FileNames.bytes(name) > 255) {
        return;
      }
      path.add(name);
      Optional<Node> node = volume.walk(path);
      boolean directory = tree.directories().containsKey(name);
      byte[] content = tree.files().get(name);
      assertThat(node.isPresent()).as("%s", path).isEqualTo(directory || content != null);
      node.ifPresent(found -> {
        Attributes attributes = found.attributes();
        assertThat(attributes.isDirectory()).as("%s", path).isEqualTo(directory);
        assertThat(volume.fs().getattr(found.id(), OptionalLong.empty()).await().attributes())
            .isEqualTo(attributes);
        if (content != null) {
          assertThat(attributes.size()).as("%s", path).isEqualTo(content.length);
          assertThat(volume.fs().getxattr(found.id(), "user.windlass.key").await())
              .asString()
              .isEqualTo(tree.key(name));
        }
        path.add(directory ? "" : "/");
        assertThat(inos.getOrDefault(path, attributes.ino()))
            .as("the number of %s", path)
            .isEqualTo(attributes.ino());
        inos.put(path, attributes.ino());
      });
    }

    private void openOne() {
      List<String> path = new ArrayList<>();
      ModelTree tree = path(path);
      if (tree.files().isEmpty()) {
        return;
      }
      List<String> names = new ArrayList<>(tree.files().keySet());
      String name = names.get(random.nextInt(names.size()));
      path.add(name);
      Node node = volume.walk(path).orElseThrow();
      RequestId request = volume.request();
      OpenFile file = volume.fs().open(node.id(), 0, request).await();
      if (random.nextInt(4) == 0) {
        volume.restart();
        RequestId again = new RequestId(request.number(), true);
        assertThat(volume.fs().open(node.id(), 0, again).await()).isEqualTo(file);
      }
      open.add(
          new Opened(
              file.handle(),
              node.id(),
              tree.files().getOrDefault(name, new byte[0]),
              tree.key(name),
              revision(tree.key(name)).orElseThrow()));
    }

    private Optional<Revision> revision(String key) {
      try {
        return Optional.of(store.head(key).revision());
      } catch (DriverException.NotFound e) {
        return Optional.empty();
      }
    }

    /** Reads a file: gets the content at the time it was opened, or ESTALE if that is gone. */
    private void read() {
      if (open.isEmpty()) {
        return;
      }
      Opened file = open.get(random.nextInt(open.size()));
      int offset = random.nextInt(file.content.length + 10);
      int size = random.nextInt(8000);
      assertThat(
              volume
                  .fs()
                  .getattr(file.node, OptionalLong.of(file.handle))
                  .await()
                  .attributes()
                  .size())
          .isEqualTo(file.content.length);
      try {
        int end = Math.max(offset, Math.min(offset + size, file.content.length));
        byte[] expected =
            offset >= file.content.length
                ? new byte[0]
                : Arrays.copyOfRange(file.content, offset, end);
        assertThat(volume.read(file.handle, offset, size)).isEqualTo(expected);
      } catch (FsException e) {
        assertThat(e.errno()).isEqualTo(Errno.ESTALE);
        assertThat(revision(file.key)).isNotEqualTo(Optional.of(file.revision));
      }
      if (random.nextInt(3) == 0) {
        volume.fs().release(file.handle).await();
        open.remove(file);
      }
    }

    @Override
    public void close() {
      volume.close();
    }
  }
}
