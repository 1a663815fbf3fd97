package io.windlass.fs.read;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads one version of an object at any offset, from any number of threads. For sequential readers
 * it fetches blocks ahead of them. For other reads it fetches only what is asked for, rounded to
 * blocks of the {@linkplain Fetcher#granule granule}.
 */
public final class FileReader implements AutoCloseable {
  /** Largest object, in bytes, that is fetched whole when its beginning is read. */
  private static final int SMALL = 1 << 20;

  private final ReadEngine engine;
  private final Fetcher fetcher;
  private final ObjectVersion object;
  private final long timeout;

  /** Blocks by offset; they do not overlap. */
  private final NavigableMap<Long, Block> blocks = new TreeMap<>();

  private final Cursors cursors = new Cursors();
  private final ReadOnHistory history;

  /** Whether the beginning was read. */
  private boolean begun;

  private long furthest;
  private boolean closed;

  FileReader(
      ReadEngine engine,
      Fetcher fetcher,
      ReadOnHistory history,
      ObjectVersion object,
      Duration timeout) {
    this.engine = engine;
    this.fetcher = fetcher;
    this.history = history;
    this.object = object;
    this.timeout = timeout.toNanos();
  }

  /** Returns how many bytes are buffered. */
  public synchronized long buffered() {
    return blocks.values().stream().filter(Block::isReady).mapToLong(Block::length).sum();
  }

  /** Returns the version that is read. */
  public ObjectVersion object() {
    return object;
  }

  /**
   * Returns the bytes of a range, fewer at the end of the object, if they are buffered already;
   * else empty.
   */
  public Optional<ReadSlices> tryRead(long offset, int size) {
    long end = end(offset, size);
    if (end <= offset) {
      return Optional.of(ReadSlices.empty());
    }
    List<Block> pinned = new ArrayList<>();
    synchronized (this) {
      long at = offset;
      while (at < end) {
        Map.Entry<Long, Block> found = blocks.floorEntry(at);
        if (found == null
            || found.getValue().end() <= at
            || !found.getValue().isReady()
            || !found.getValue().pin()) {
          pinned.forEach(Block::unpin);
          return Optional.empty();
        }
        pinned.add(found.getValue());
        at = found.getValue().end();
      }
      goOn(offset, end);
    }
    return Optional.of(slices(pinned, offset, end));
  }

  /**
   * Reads up to {@code size} bytes; fewer only at the end of the object.
   *
   * @throws DriverException.PreconditionFailed if the object has been replaced or deleted
   * @throws DriverException.Unavailable if the bytes do not arrive in time
   */
  public ReadSlices read(long offset, int size) {
    long end = end(offset, size);
    if (end <= offset) {
      return ReadSlices.empty();
    }
    long deadline = now() + timeout;
    while (true) {
      List<Block> pinned = plan(offset, end, deadline);
      try {
        // A block that failed, and that was fetched for another reader, is asked for again.
        boolean whole = true;
        for (Block block : pinned) {
          whole &= await(block, deadline);
        }
        if (whole) {
          return slices(pinned, offset, end);
        }
      } catch (DriverException e) {
        pinned.forEach(Block::unpin);
        throw e;
      }
      pinned.forEach(Block::unpin);
    }
  }

  private boolean await(Block block, long deadline) {
    try {
      block.await(deadline);
      return true;
    } catch (DriverException.Unavailable e) {
      synchronized (this) {
        blocks.remove(block.offset(), block);
        block.discard();
      }
      if (block.isFor(deadline) || !block.isReady() || deadline - now() < 0) {
        throw e;
      }
      return false;
    }
  }

  private static long now() {
    return Deadline.clock().getAsLong();
  }

  private long end(long offset, int size) {
    if (offset < 0 || size < 0) {
      throw new IllegalArgumentException("no range: offset " + offset + ", size " + size);
    }
    return offset >= object.size() ? offset : Math.min(offset + size, object.size());
  }

  /** Returns the blocks of the range, pinned; starts to fetch those that are missing. */
  private synchronized List<Block> plan(long offset, long end, long deadline) {
    if (closed) {
      throw new DriverException.Unavailable("the file is closed", null);
    }
    List<Block> pinned = new ArrayList<>();
    long at = offset;
    while (at < end) {
      Map.Entry<Long, Block> before = blocks.floorEntry(at);
      Block block = before == null || before.getValue().end() <= at ? null : before.getValue();
      if (block != null && !block.pin()) {
        blocks.remove(block.offset());
        continue;
      }
      if (block == null) {
        block = demand(at, end, before == null ? 0 : before.getValue().end(), deadline);
      }
      pinned.add(block);
      at = block.end();
    }
    goOn(offset, end);
    return pinned;
  }

  private Block demand(long at, long end, long floor, long deadline) {
    long granule = fetcher.granule();
    Map.Entry<Long, Block> after = blocks.higherEntry(at);
    long ceiling = after == null ? object.size() : after.getKey();
    long from = Math.max(at / granule * granule, floor);
    long to = Math.min((end + granule - 1) / granule * granule, ceiling);
    long known = from == 0 ? fetcher.known(object) : 0;
    if (at < known && (known == object.size() || known % granule == 0)) {
      // What needs no request does not wait for one.
      to = Math.min(known, ceiling);
    } else if (from == 0 && object.size() <= SMALL) {
      to = ceiling;
    }
    Block block = fetcher.demand(object, from, (int) (to - from), deadline);
    blocks.put(from, block);
    return block;
  }

  /**
   * Moves the cursor of the reader, fetches ahead and discards the blocks that all readers have
   * passed.
   */
  private void goOn(long offset, long end) {
    // Who needed no request yet may as well show that it reads on.
    boolean waits = offset == 0 && (history.isOfStops() || end <= fetcher.known(object));
    Cursor cursor = cursors.at(offset, end, object.size(), waits);
    begun |= offset == 0;
    furthest = Math.max(furthest, end);
    long target = cursor.next();
    if (cursor.isAhead()) {
      target = Math.min(object.size(), cursor.target(engine.window(this)));
    }
    long length = cursor.getLength(fetcher.granule());
    long at = Math.max(cursor.next(), cursor.planned());
    while (at < target) {
      Map.Entry<Long, Block> before = blocks.floorEntry(at);
      if (before != null && before.getValue().end() > at && before.getValue().isUsable()) {
        at = before.getValue().end();
        continue;
      }
      Long after = blocks.higherKey(at);
      long ceiling = Math.min(object.size(), after == null ? Long.MAX_VALUE : after);
      // Ends at a multiple of the length, so that the next get begins at one.
      long to = Math.min((at / length + 1) * length, ceiling);
      if (to > target && to < object.size()) {
        break;
      }
      Optional<Block> block = fetcher.ahead(object, at, (int) (to - at));
      if (block.isEmpty()) {
        cursor.shrink();
        break;
      }
      blocks.put(at, block.get());
      at = to;
    }
    cursor.planned(at);
    blocks
        .values()
        .removeIf(block -> {
          boolean passed = !cursors.want(block.offset(), block.end());
          if (passed) {
            block.discard();
          }
          return passed;
        });
  }

  private ReadSlices slices(List<Block> pinned, long offset, long end) {
    List<MemorySegment> parts = new ArrayList<>();
    pinned.forEach(block -> parts.addAll(block.slices(offset, end)));
    return new ReadSlices(
        parts,
        () -> {
          for (Block block : pinned) {
            if (block.serve(offset, end)) {
              consumed(block);
            }
            block.unpin();
          }
        });
  }

  /** Discards a block that was handed out whole: it will hardly be asked for again. */
  private synchronized void consumed(Block block) {
    if (blocks.remove(block.offset(), block)) {
      block.discard();
    }
  }

  @Override
  public synchronized void close() {
    if (begun && !closed && Cursor.isLarge(object.size())) {
      history.closed(furthest);
    }
    closed = true;
    blocks.values().forEach(Block::discard);
    blocks.clear();
    engine.closed(this);
  }
}
