package io.windlass.fs.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.testing.FaultyStore;
import io.windlass.object.Revision;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockCacheTest {
  private static final int PLACES = 4;

  @TempDir Path directory;

  private static ObjectVersion object(String key) {
    return new ObjectVersion(
        FaultyStore.inMemory(1), "store", key, new Revision("1"), BlockCache.BLOCK);
  }

  /** The memory of a block; when it is read first, something else happens. */
  private static List<MemorySegment> meanwhile(List<MemorySegment> memory, Runnable happens) {
    return new AbstractList<>() {
      private boolean happened;

      @Override
      public MemorySegment get(int index) {
        if (!happened) {
          happened = true;
          happens.run();
        }
        return memory.get(index);
      }

      @Override
      public int size() {
        return memory.size();
      }
    };
  }

  @Test
  void aBlockThatTwoReadersFetchedTakesOnePlace() {
    try (Arena arena = Arena.ofConfined();
        BlockCache cache = BlockCache.open(directory, PLACES * (BlockCache.BLOCK + 64L))) {
      List<MemorySegment> memory =
          Collections.nCopies(
              BlockCache.BLOCK / BufferBudget.CHUNK, arena.allocate(BufferBudget.CHUNK));
      for (int i = 0; i < PLACES; i++) {
        ObjectVersion object = object("object" + i);
        Runnable other = () -> cache.write(object, 0, BlockCache.BLOCK, memory, 0);
        cache.write(object, 0, BlockCache.BLOCK, meanwhile(memory, other), 0);
      }
      assertThat(cache.bytes()).isEqualTo((long) PLACES * BlockCache.BLOCK);
    }
  }
}
