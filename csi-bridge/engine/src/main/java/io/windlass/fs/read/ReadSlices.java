package io.windlass.fs.read;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Bytes that were read, where they lie in the buffers of the budget. They stay valid, and must not
 * be changed, until this is closed; closing gives the buffers back, and twice does no harm.
 */
public final class ReadSlices implements AutoCloseable {
  private final List<MemorySegment> segments;
  private Runnable release;

  /**
   * Bytes that lie in buffers of the budget, or of other slices.
   *
   * @param release gives them back, once
   */
  public static ReadSlices of(List<MemorySegment> segments, Runnable release) {
    return new ReadSlices(segments, release);
  }

  ReadSlices(List<MemorySegment> segments, Runnable release) {
    this.segments = List.copyOf(segments);
    this.release = release;
  }

  /** No bytes: the end of the file. */
  public static ReadSlices empty() {
    return new ReadSlices(List.of(), ReadSlices::nothing);
  }

  /** The bytes, in order, in native memory. */
  public List<MemorySegment> segments() {
    return segments;
  }

  /** How many bytes there are. */
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
