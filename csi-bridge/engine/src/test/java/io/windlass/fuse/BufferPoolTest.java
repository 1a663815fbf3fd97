package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BufferPoolTest {
  private static CompletableFuture<Buffer> takeElsewhere(BufferPool pool) {
    return CompletableFuture.supplyAsync(pool::take, Thread.ofPlatform().daemon()::start);
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
    BufferPool pool = new BufferPool(4096, 1);
    pool.reserve(1);
    Buffer first = pool.take();
    Buffer second = pool.take();
    CompletableFuture<Buffer> third = takeElsewhere(pool);
    assertThat(third).isNotDone();
    pool.give(first);
    assertThat(third).succeedsWithin(Mounted.PATIENCE).isSameAs(first);
    CompletableFuture<Buffer> fourth = takeElsewhere(pool);
    pool.reserve(1);
    assertThat(fourth).succeedsWithin(Mounted.PATIENCE).isNotSameAs(second);
    pool.give(first);
    pool.give(second);
    pool.give(fourth.join());
  }

  /** A buffer beyond the limit is freed when it is given back. */
  @Test
  void shrinks() {
    BufferPool pool = new BufferPool(4096, 1);
    pool.reserve(2);
    Buffer first = pool.take();
    Buffer second = pool.take();
    pool.unreserve(2);
    pool.give(first);
    CompletableFuture<Buffer> third = takeElsewhere(pool);
    assertThat(third).isNotDone();
    pool.give(second);
    assertThat(third).succeedsWithin(Mounted.PATIENCE).isSameAs(second);
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
