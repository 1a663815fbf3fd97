package io.windlass.fuse;

import io.windlass.fuse.message.RequestDecoder;
import java.lang.foreign.MemorySegment;

/**
 * Memory for one request and its answer. A request is read to an offset such that the data of a
 * WRITE begins on a page. The memory before that offset is for the head of the answer, and the
 * memory from that page on is for the data of an answer.
 */
final class Buffer {
  /** Offset of the data of a WRITE, and of the scratch memory of other requests. */
  static final int DATA = 4096;

  /** Offset to which requests are read: fuse_in_header and fuse_write_in come before the data. */
  static final int REQUEST = DATA - RequestDecoder.HEADER - 40;

  /** Bytes besides the data; the kernel wants room for a little more than a full WRITE. */
  static final int OVERHEAD = 2 * DATA;

  private final MemorySegment memory;

  Buffer(MemorySegment memory) {
    this.memory = memory;
  }

  MemorySegment memory() {
    return memory;
  }

  /** Returns the memory in which the head of an answer is assembled. */
  MemorySegment head() {
    return memory.asSlice(0, REQUEST);
  }

  /** Returns {@code size} bytes from {@link #DATA} on. */
  MemorySegment data(int size) {
    return memory.asSlice(DATA, size);
  }

  long requestAddress() {
    return memory.address() + REQUEST;
  }

  long requestCapacity() {
    return memory.byteSize() - REQUEST;
  }
}
