package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BufferPoolTest {
  private static CompletableFuture<Buffer> takeElsewhere(SessionBuffers buffers) {
    return CompletableFuture.supplyAsync(buffers::take, Thread.ofPlatform().daemon()::start);
  }

  private static SessionBuffers session(BufferPool pool, int readers) {
    SessionBuffers buffers = pool.join(readers);
    buffers.begin();
    return buffers;
  }

  @Test
  void dataBeginsOnPages() {
    BufferPool pool = new BufferPool(8192, 1);
    Buffer buffer = pool.take();
    assertThat(buffer.data(8192).address() % 4096).isZero();
    // The header, fuse_write_in, and the data of the largest WRITE.
    assertThat(buffer.requestAddress()).isEqualTo(buffer.data(1).address() - 80);
    assertThat(buffer.requestCapacity()).isGreaterThanOrEqualTo(80 + 8192);
    pool.give(buffer);
  }

  @Test
  void isBounded() {
    SessionBuffers session = session(new BufferPool(4096, 1), 1);
    List<Buffer> taken = Stream.generate(session::take).limit(2 + 1).toList();
    CompletableFuture<Buffer> more = takeElsewhere(session);
    assertThat(more).isNotDone();
    session.give(taken.getFirst());
    assertThat(more).succeedsWithin(Mounted.PATIENCE).isSameAs(taken.getFirst());
    taken.forEach(session::give);
  }

  private static void takeAll(SessionBuffers buffers, int count) {
    for (int i = 0; i < count; i++) {
      Buffer _ = buffers.take();
    }
  }

  /** What detached requests of one session keep, another does not need. */
  @Test
  void aSessionThatGivesNothingBackLeavesSomething() {
    BufferPool pool = new BufferPool(4096, 16);
    SessionBuffers silent = session(pool, 2);
    takeAll(silent, 3 + 12);
    CompletableFuture<Buffer> more = takeElsewhere(silent);
    takeAll(session(pool, 2), 3 + 3);
    takeAll(session(pool, 2), 3 + 1);
    takeAll(session(pool, 2), 3);
    assertThat(more).isNotDone();
  }

  /** A buffer beyond the limit is freed when it is given back. */
  @Test
  void shrinks() {
    BufferPool pool = new BufferPool(4096, 1);
    SessionBuffers session = session(pool, 2);
    Buffer first = session.take();
    Buffer second = session.take();
    session.end();
    session.give(first);
    session.give(second);
    assertThat(session(pool, 0).take()).isSameAs(second);
  }

  /** What is given back is zero afterwards; what stays is as it was. */
  @Test
  void givesBackWhatOnlyLongRequestsNeed() {
    BufferPool pool = new BufferPool(1 << 20, 1);
    Buffer buffer = pool.take();
    MemorySegment all = buffer.data(1 << 20);
    all.fill((byte) 1);
    pool.give(buffer);
    pool.rest();
    assertThat(pool.take()).isSameAs(buffer);
    int kept = Buffer.KEPT - Buffer.DATA;
    assertThat(all.get(ValueLayout.JAVA_BYTE, kept - 1)).isEqualTo((byte) 1);
    assertThat(all.asSlice(kept).mismatch(MemorySegment.ofArray(new byte[(1 << 20) - kept])))
        .isEqualTo(-1);
  }

  @Test
  void refusesSizesThatCannotBe() {
    for (int size : new int[] {0, 4095, 5000, (1 << 20) + 4096}) {
      assertThatThrownBy(() -> new BufferPool(size, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new BufferPool(4096, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
