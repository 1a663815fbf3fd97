package io.windlass.fs.read;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
import io.windlass.share.FairShares;
import io.windlass.store.GetOptions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fetches blocks, each by one ranged get on a virtual thread of its own. A block becomes ready only
 * when its whole body has arrived and been verified.
 */
final class Fetcher {
  private static final int ATTEMPTS = 3;

  /**
   * Gets of all volumes together, as a multiple of those that one may have alone. What the volumes
   * of one server may have is a quarter of that, so most is left for others, even if the server
   * gives none back.
   */
  private static final int ALL = 8;

  private static final int SERVER = 2;

  /** Gets that every volume can have, however many the others have. */
  private static final int OWN = 1;

  private final FairShares.Share gets;
  private final int maxGets;
  private final VolumeBuffers buffers;
  private final Optional<BlockCache> cache;
  private final Beginnings beginnings;
  private final ReadCounters counters;

  /** Deadline of the server over all gets of the volume; renewed when a part of a body arrives. */
  private final Deadline sending = Deadline.after(Deadline.USUAL);

  /**
   * Creates one for a volume.
   *
   * @param server has the gets of the volume's server
   * @param maxGets most gets of one volume under way at once
   */
  Fetcher(
      FairShares.Server server,
      int maxGets,
      VolumeBuffers buffers,
      Optional<BlockCache> cache,
      Beginnings beginnings,
      ReadCounters counters) {
    this.gets = server.join(OWN);
    this.maxGets = maxGets;
    this.buffers = buffers;
    this.cache = cache;
    this.beginnings = beginnings;
    this.counters = counters;
  }

  /** Returns the gets of all servers. */
  static FairShares all(int maxGets) {
    return new FairShares(ALL * maxGets);
  }

  private static FairShares.Most most(int volume, int server) {
    return new FairShares.Most(volume - OWN, server);
  }

  OptionalLong onDisk(ObjectVersion object) {
    return cache.map(disk -> disk.bytes(object)).orElseGet(OptionalLong::empty);
  }

  /** Returns one for another volume, which has the cache in common with this one. */
  Fetcher ofVolume(FairShares.Server server, VolumeBuffers others, ReadCounters counting) {
    return new Fetcher(server, maxGets, others, cache, beginnings, counting);
  }

  /** Returns the size, in bytes, that the bounds of blocks should be multiples of. */
  int granule() {
    return cache.isPresent() ? BlockCache.BLOCK : 4096;
  }

  /** Returns how many first bytes of an object are there without a request. */
  long known(ObjectVersion object) {
    return beginnings.known(object);
  }

  /**
   * Starts to fetch a block that is read ahead; returns empty if memory or requests are lacking.
   */
  Optional<Block> ahead(ObjectVersion object, long offset, int length) {
    int most = maxGets - maxGets / 4;
    if (!gets.tryTake(1, most(most, SERVER * most))) {
      return Optional.empty();
    }
    Optional<List<MemorySegment>> memory = buffers.takeAhead(length);
    if (memory.isEmpty()) {
      gets.give(1);
      return Optional.empty();
    }
    Block block = new Block(buffers, offset, length, 0, Deadline.after(Deadline.USUAL));
    block.memory(memory.get());
    start(
        "read ahead",
        block,
        () -> {
          try {
            fill(object, block, memory.get());
          } finally {
            gets.give(1);
          }
        });
    return Optional.of(block);
  }

  /**
   * Starts to fetch a block for a reader that waits, within the deadline of its operation. The
   * block is pinned for the reader before anything can give its memory up.
   *
   * @param deadline until when the reader waits, by {@link Deadline#clock}
   */
  Block demand(ObjectVersion object, long offset, int length, long deadline) {
    Deadline due = Deadline.current().orElseGet(() -> Deadline.after(Deadline.USUAL));
    Block block = new Block(buffers, offset, length, deadline, due);
    block.pin();
    start("read", block, () -> demanded(object, block, deadline));
    return block;
  }

  private void demanded(ObjectVersion object, Block block, long deadline) {
    try {
      turn(deadline);
      try {
        // Memory comes second, so that who waits for the server holds none.
        List<MemorySegment> memory = memory(block.length(), deadline);
        block.memory(memory);
        repeatedly(object, block, memory, deadline);
      } finally {
        gets.give(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("a read was interrupted", e);
    }
  }

  /**
   * Waits until one more get may be sent, for as long as the server sends bytes to other gets.
   * There are some: what is the volume's own nobody else can have.
   */
  private void turn(long deadline) throws InterruptedException {
    try (FairShares.Turn turn = gets.ask(1, most(maxGets, SERVER * maxGets))) {
      while (!turn.take()) {
        Duration most = Duration.ofNanos(deadline - Deadline.clock().getAsLong());
        Duration left = Deadline.leftFor(Optional.of(sending), most);
        if (!left.isPositive()) {
          throw new DriverException.Unavailable("too many reads wait for the server", null);
        }
        long _ = turn.await(left.toNanos());
      }
    }
  }

  private List<MemorySegment> memory(int length, long deadline) throws InterruptedException {
    while (true) {
      long left = deadline - Deadline.clock().getAsLong();
      Optional<List<MemorySegment>> memory = buffers.take(length, left);
      if (memory.isPresent()) {
        return memory.get();
      }
      if (deadline - Deadline.clock().getAsLong() <= 0) {
        throw new DriverException.Unavailable(
            "all %d bytes for reading are in use".formatted(buffers.budgetBytes()), null);
      }
    }
  }

  /**
   * Fetches a block, up to three times if its body breaks off. The store repeats failed requests,
   * but it cannot repeat a get whose body has begun.
   */
  private void repeatedly(
      ObjectVersion object, Block block, List<MemorySegment> memory, long deadline) {
    for (int attempt = 1; ; attempt++) {
      try {
        fill(object, block, memory);
        return;
      } catch (BrokenBody e) {
        boolean late = deadline - Deadline.clock().getAsLong() < 0 || block.due().isOver();
        if (attempt == ATTEMPTS || late) {
          throw e.failure;
        }
      }
    }
  }

  private static void start(String name, Block block, Runnable work) {
    Thread.ofVirtual()
        .name(name)
        .start(() -> {
          try {
            block
                .due()
                .limit(() -> {
                  work.run();
                  return block;
                });
            block.filled();
          } catch (BrokenBody e) {
            block.failed(e.failure);
          } catch (DriverException e) {
            block.failed(e);
          } catch (Throwable e) {
            block.failed(new DriverException.Unexpected("reading failed because of a defect", e));
          } finally {
            block.unpin();
          }
        });
  }

  private void fill(ObjectVersion object, Block block, List<MemorySegment> memory) {
    int cached =
        cache.map(disk -> disk.read(object, block.offset(), block.length(), memory)).orElse(0);
    counters.fromDisk.add(cached);
    if (cached == block.length()) {
      return;
    }
    int there =
        cached > 0 ? cached : beginnings.read(object, block.offset(), block.length(), memory);
    if (there < block.length()) {
      get(object, block, memory, there);
    }
    cache.ifPresent(disk ->
        disk.write(object, block.offset() + cached, block.length() - cached, memory, cached));
  }

  private void get(ObjectVersion object, Block block, List<MemorySegment> memory, int from) {
    counters.gets.increment();
    try (ObjectReader reader = open(object, block.offset() + from, block.length() - from)) {
      if (!reader.info().revision().equals(object.revision())) {
        throw replaced(object);
      }
      body(object, block, memory, from, reader);
    }
    counters.fetched.add(block.length() - from);
  }

  private static ObjectReader open(ObjectVersion object, long offset, int length) {
    GetOptions options = GetOptions.ALL.withIfMatch(object.revision());
    boolean whole = offset == 0 && length == object.size();
    try {
      return object
          .store()
          // The server has a checksum for a whole object, but none for a range.
          .get(object.key(), whole ? options : options.withRange(new ByteRange(offset, length)));
    } catch (DriverException.NotFound
        | DriverException.PreconditionFailed
        | DriverException.InvalidArgument e) {
      // The server refuses a range beyond the end of a shorter object as invalid.
      throw replaced(object);
    }
  }

  private void body(
      ObjectVersion object,
      Block block,
      List<MemorySegment> memory,
      int from,
      ObjectReader reader) {
    try {
      int at = from;
      while (at < block.length()) {
        if (block.isUnwanted()) {
          throw new DriverException.Unavailable("no reader waits for these bytes any more", null);
        }
        int within = at % BufferBudget.CHUNK;
        int count = Math.min(block.length() - at, BufferBudget.CHUNK - within);
        ByteBuffer into = memory.get(at / BufferBudget.CHUNK).asSlice(within, count).asByteBuffer();
        if (reader.readFully(into) < count) {
          throw new DriverException.Unavailable(
              "a body of %s is too short".formatted(object.key()), null);
        }
        at += count;
        sending.renew();
        Deadline.progress();
      }
      if (reader.read(ByteBuffer.allocate(1)) > 0) {
        throw new DriverException.Unavailable(
            "a body of %s is too long".formatted(object.key()), null);
      }
    } catch (DriverException e) {
      throw e.retryable() ? new BrokenBody(e) : e;
    }
  }

  private static DriverException replaced(ObjectVersion object) {
    return new DriverException.PreconditionFailed(
        "%s was replaced after it was opened".formatted(object.key()), null);
  }

  /** Thrown when the server began to answer and the body then broke off or had the wrong length. */
  private static final class BrokenBody extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final DriverException failure;

    BrokenBody(DriverException failure) {
      super(failure);
      this.failure = failure;
    }
  }
}
