package io.windlass.fuse;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Log of the requests that were read and are not answered, in a memory-mapped file that outlives
 * this process. It serves kernels that do not send requests again (before 6.9): the process that
 * takes over answers EINTR to the requests in the log, as their callers would otherwise wait for
 * ever, and could not even be killed. Requests that a process read but did not log before it died
 * are lost: their callers do wait for ever.
 */
public final class InFlightLog implements AutoCloseable {
  private static final VarHandle SLOT = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment slots;

  /** Slots that hold a request. Guarded by this. */
  private final BitSet taken = new BitSet();

  private InFlightLog(FileChannel channel, long bytes) throws IOException {
    try {
      this.slots = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
    findTaken();
  }

  /**
   * Opens the log of a session, or creates an empty one.
   *
   * @param requests most requests at a time: those that may be detached, and one for each reader
   */
  public static InFlightLog open(Path file, int requests) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long bytes = Math.max(channel.size(), (long) requests * Long.BYTES) / Long.BYTES * Long.BYTES;
      return new InFlightLog(channel, bytes);
    }
  }

  private synchronized void findTaken() {
    for (int slot = 0; slot < slots.byteSize() / Long.BYTES; slot++) {
      taken.set(slot, get(slot) != 0);
    }
  }

  /** Logs a request that was read. Returns the number of its slot. */
  synchronized int begin(long unique) {
    int slot = taken.nextClearBit(0);
    SLOT.setVolatile(slots, (long) slot * Long.BYTES, unique);
    taken.set(slot);
    return slot;
  }

  /** Clears the slot of a request that was answered. */
  synchronized void end(int slot) {
    SLOT.setVolatile(slots, (long) slot * Long.BYTES, 0L);
    taken.clear(slot);
  }

  /** Returns the requests that the former process left, and clears the log. */
  synchronized List<Long> takeAll() {
    List<Long> left = new ArrayList<>();
    taken.stream()
        .forEach(slot -> {
          left.add(get(slot));
          SLOT.setVolatile(slots, (long) slot * Long.BYTES, 0L);
        });
    taken.clear();
    return left;
  }

  private long get(int slot) {
    return (long) SLOT.getVolatile(slots, (long) slot * Long.BYTES);
  }

  /** Unmaps the file. The session that uses the log must have ended. */
  @Override
  public void close() {
    arena.close();
  }
}
