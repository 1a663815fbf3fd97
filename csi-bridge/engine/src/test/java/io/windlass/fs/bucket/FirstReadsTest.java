package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.ReadingVolumes.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.FileSystem;
import io.windlass.fs.Node;
import io.windlass.fs.testing.FaultyStore;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look-up brings the first bytes of a file where programs read what they look up. */
class FirstReadsTest {
  private static final int FILES = 20;

  /** Of a kernel that begins to read ahead. */
  private static final int FIRST = 16 << 10;

  private final ReadingVolumes nodes;
  private final FaultyStore store;
  private final Volume volume;
  private final byte[] large = new byte[5 << 20];

  FirstReadsTest(@TempDir Path directory) {
    this.nodes = new ReadingVolumes(directory);
    this.store = nodes.store();
    this.volume = nodes.open(OPTIONS.withObjectMetadata(true));
    new Random(1).nextBytes(large);
    for (int i = 0; i < FILES; i++) {
      nodes.put("small" + i, 100 + i);
      store.put("large" + i, large);
    }
    nodes.put("empty", 0);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Node look(String name) {
    return volume.lookup(FileSystem.ROOT, name).orElseThrow();
  }

  private byte[] read(String name, int bytes) {
    return read(volume, name, bytes);
  }

  /** Reads the first bytes, and then others, each with a request of the kernel. */
  private static byte[] read(Volume from, String name, int... lengths) {
    long node = from.lookup(FileSystem.ROOT, name).orElseThrow().id();
    long handle = from.fs().open(node, 0, from.request()).await().handle();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      for (int length : lengths) {
        all.writeBytes(from.read(handle, all.size(), length));
      }
    } finally {
      from.fs().release(handle).await();
    }
    return all.toByteArray();
  }

  @Test
  void oneRequestLooksUpAndReads() {
    for (int i = 0; i < FILES; i++) {
      store.resetCounts();
      assertThat(read("small" + i, FIRST)).hasSize(100 + i);
      assertThat(store.heads() + store.gets().size()).as("of file %d", i).isEqualTo(i < 3 ? 2 : 1);
    }
    for (int i = 0; i < FILES; i++) {
      store.resetCounts();
      assertThat(read("large" + i, FIRST)).isEqualTo(Arrays.copyOf(large, FIRST));
      assertThat(store.heads()).isZero();
      assertThat(store.gets()).as("of a program that reads no further").hasSize(1);
    }
    store.resetCounts();
    assertThat(read("empty", FIRST)).isEmpty();
    assertThat(store.heads()).as("an empty object has no beginning").isEqualTo(1);
  }

  @Test
  void aProgramThatReadsNothingGetsNothing() {
    for (int i = 0; i < FILES; i++) {
      look("small" + i);
    }
    assertThat(store.gets()).isEmpty();
    for (int i = 0; i < FILES; i++) {
      read("large" + i, FIRST);
    }
    volume.pass(OPTIONS.metadataTtl());
    store.resetCounts();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < FILES; i++) {
        look("small" + i);
      }
      volume.pass(OPTIONS.metadataTtl());
    }
    assertThat(store.gets()).as("paid for by what was read").hasSizeLessThanOrEqualTo(2 * FILES);
    assertThat(store.heads()).isGreaterThanOrEqualTo(FILES);
  }

  /** Without metadata names are listed; then the first bytes take a request of their own. */
  @Test
  void whoReadsNoFurtherIsNotReadAheadFor() {
    Volume listed = nodes.open(OPTIONS.withObjectMetadata(false));
    for (int i = 0; i < FILES; i++) {
      assertThat(read(listed, "large" + i, FIRST)).isEqualTo(Arrays.copyOf(large, FIRST));
    }
    assertThat(store.gets()).as("two more of the first three").hasSizeLessThanOrEqualTo(FILES + 6);
    assertThat(read(listed, "large0", FIRST, large.length - FIRST))
        .as("of who reads on")
        .isEqualTo(large);
  }

  /** A head tells of what lies in an archive, and a get of it is refused. */
  @Test
  void whatCannotBeReadIsLookedUp() {
    for (int i = 0; i < FILES; i++) {
      read("small" + i, FIRST);
    }
    store.faults().archive();
    assertThat(look("large0").attributes().size()).isEqualTo(large.length);
  }

  /** What was read with the look-up is another revision than what is opened. */
  @Test
  void whatIsReplacedIsReadAsItIsOpened() {
    for (int i = 0; i < FILES; i++) {
      read("small" + i, FIRST);
    }
    look("large0");
    nodes.put("large0", 50);
    volume.pass(OPTIONS.metadataTtl());
    assertThat(read("large0", FIRST)).hasSize(50);
  }
}
