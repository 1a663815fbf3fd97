package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume over a real server: reads of large objects, and trees that are what their keys say. */
abstract class RealVolumeContract {
  private static final Duration TTL = Duration.ofSeconds(10);
  private static final int STEPS = TestForm.amount("windlass.volume.steps", 120, 200);

  private final String bucket = UniqueName.of("volume");
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(32 << 20), Optional.empty());
  private Backend backend;
  private ObjectStore store;
  private Volume volume;

  /** Opens the driver's own backend over the server; keeps its credentials in a directory. */
  abstract Backend open(Path secrets) throws IOException;

  @BeforeEach
  void mount(@TempDir Path directory) throws IOException {
    backend = open(directory.resolve("secret"));
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    store = backend.objects(bucket);
    volume =
        new Volume(
            store, VolumeOptions.DEFAULT.withTtl(TTL, TTL), directory.resolve("state"), engine);
  }

  @AfterEach
  void unmount() {
    volume.close();
    engine.close();
    List<ListedEntry> left;
    do {
      left = store.list(ListOptions.prefix(""), Optional.empty()).items();
      if (!left.isEmpty()) {
        store.deleteAll(left.stream().map(entry -> ObjectId.of(entry.key())).toList());
      }
    } while (!left.isEmpty());
    backend.buckets().delete(bucket);
    backend.close();
  }

  @Test
  void aLargeObjectIsReadInOrderAndAtRandom() {
    byte[] content = bytes(40 << 20, 1);
    put("folder/large", content);
    Node node = volume.walk(List.of("folder", "large")).orElseThrow();
    long handle = volume.fs().open(node.id(), 0, volume.request()).await().handle();
    for (int at = 0; at < content.length; at += 1 << 18) {
      assertThat(Arrays.equals(volume.read(handle, at, 1 << 18), part(content, at, 1 << 18)))
          .as("at %d", at)
          .isTrue();
    }
    volume.restart();
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      int at = random.nextInt(content.length);
      int size = 1 + random.nextInt(1 << random.nextInt(20));
      assertThat(Arrays.equals(volume.read(handle, at, size), part(content, at, size)))
          .as("%d at %d", size, at)
          .isTrue();
    }
    put("folder/large", bytes(40 << 20, 3));
    assertThatExceptionOfType(FsException.class)
        .isThrownBy(() -> {
          for (int at = 0; at < content.length; at += 1 << 20) {
            byte[] read = volume.read(handle, at, 1 << 20);
            assertThat(Arrays.equals(read, part(content, at, 1 << 20))).as("at %d", at).isTrue();
          }
        })
        .extracting(FsException::errno)
        .isEqualTo(Errno.ESTALE);
    volume.fs().release(handle).await();
  }

  @Test
  void aVolumeIsWhatItsKeysSay() {
    Map<String, byte[]> objects = new TreeMap<>();
    Random random = new Random(7);
    for (int step = 0; step < STEPS; step++) {
      if (step % 4 == 0 || step < 60) {
        change(objects, random);
      } else if (step % 4 == 1) {
        volume.restart();
      } else {
        compare(ModelTree.of(objects, ""), FileSystem.ROOT, random);
      }
    }
    volume.forgetAll();
  }

  private void change(Map<String, byte[]> objects, Random random) {
    String key = key(random);
    String path = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
    if (random.nextInt(4) == 0) {
      store.delete(key, Condition.always());
      objects.remove(key);
    } else if (objects.keySet().stream().noneMatch(other -> clash(path, key, other))) {
      byte[] content = bytes(key.endsWith("/") ? 0 : random.nextInt(5000), random.nextInt());
      put(key, content);
      objects.put(key, content);
    }
    volume.pass(TTL.plusSeconds(1));
  }

  /**
   * Returns whether two keys make a name an object and a directory at once, which this server does
   * not list in full.
   */
  private static boolean clash(String path, String key, String other) {
    return (!key.endsWith("/") && other.startsWith(path + "/"))
        || (!other.endsWith("/") && !other.equals(key) && (path + "/").startsWith(other + "/"));
  }

  private static String key(Random random) {
    // The orders of UTF-8 and of UTF-16 differ for the last three.
    List<String> segments =
        List.of(
            "a",
            "a-",
            "a-1",
            "a!",
            "b c",
            "é漢🙂",
            "%~file",
            "x%41+y&z",
            "\uff71",
            "\uff71🙂",
            "🙂");
    StringBuilder key = new StringBuilder(segments.get(random.nextInt(segments.size())));
    for (int depth = random.nextInt(3); depth > 0; depth--) {
      key.append('/').append(segments.get(random.nextInt(segments.size())));
    }
    return random.nextInt(6) == 0 ? key.append('/').toString() : key.toString();
  }

  private void compare(ModelTree tree, long directory, Random random) {
    List<DirectoryItem> items =
        volume.list(directory, random.nextBoolean(), 1 + random.nextInt(4), random.nextInt(6));
    List<String> names = new ArrayList<>();
    for (DirectoryItem item : items.subList(2, items.size())) {
      names.add(item.mode() == Attributes.DIRECTORY ? item.name() + "/" : item.name());
    }
    assertThat(new TreeSet<>(names)).isEqualTo(tree.names());
    assertThat(names).doesNotHaveDuplicates();
    tree.files()
        .forEach((name, content) -> {
          if (random.nextInt(4) == 0) {
            Node node = volume.lookup(directory, name).orElseThrow();
            long handle = volume.fs().open(node.id(), 0, volume.request()).await().handle();
            assertThat(
                    volume
                        .fs()
                        .getattr(node.id(), OptionalLong.empty())
                        .await()
                        .attributes()
                        .size())
                .isEqualTo(content.length);
            assertThat(volume.read(handle, 0, 10_000)).isEqualTo(content);
            volume.fs().release(handle).await();
          }
        });
    tree.directories()
        .forEach((name, below) -> {
          if (random.nextInt(3) == 0) {
            compare(below, volume.lookup(directory, name).orElseThrow().id(), random);
          }
        });
  }

  private void put(String key, byte[] content) {
    store.put(key, Content.of(content), PutOptions.DEFAULT);
  }

  private static byte[] part(byte[] content, int offset, int size) {
    return Arrays.copyOfRange(content, offset, Math.min(content.length, offset + size));
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
