package io.windlass.fs.read;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Bytes that were read, in place in the buffers of the budget. They stay valid until this is closed
 * and must not be changed. Closing gives the buffers back; closing twice does no harm.
 */
public final class ReadSlices implements AutoCloseable {
  private final List<MemorySegment> segments;
  private Runnable release;

  /**
   * Returns slices of buffers of the budget, or of other slices.
   *
   * @param release gives the buffers back; called once
   */
  public static ReadSlices of(List<MemorySegment> segments, Runnable release) {
    return new ReadSlices(segments, release);
  }

  ReadSlices(List<MemorySegment> segments, Runnable release) {
    this.segments = List.copyOf(segments);
    this.release = release;
  }

  /** Returns slices without bytes, as at the end of a file. */
  public static ReadSlices empty() {
    return new ReadSlices(List.of(), ReadSlices::nothing);
  }

  /** Returns the bytes in order, in native memory. */
  public List<MemorySegment> segments() {
    return segments;
  }

  /** Returns the number of bytes. */
  public long length() {
    return segments.stream().mapToLong(MemorySegment::byteSize).sum();
  }

  @Override
  public synchronized void close() {
    Runnable once = release;
    release = ReadSlices::nothing;
    once.run();
  }

  private static void nothing() {}
}
