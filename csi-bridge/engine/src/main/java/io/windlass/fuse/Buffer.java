package io.windlass.fuse;

import java.lang.foreign.MemorySegment;

/**
 * Memory for one request and its answer. The request is read to where the data of a WRITE begins on
 * a page; what is before it is for the answer's head, and the rest serves an answer's data.
 */
final class Buffer {
  /** Where the data of a WRITE, and the scratch memory of other requests, begins. */
  static final int DATA = 4096;

  /** Where requests are read to: before the data come fuse_in_header and fuse_write_in. */
  static final int REQUEST = DATA - RequestDecoder.HEADER - 40;

  /** Room besides the data; the kernel wants a little more than a full WRITE. */
  static final int OVERHEAD = 2 * DATA;

  private final MemorySegment memory;

  Buffer(MemorySegment memory) {
    this.memory = memory;
  }

  MemorySegment memory() {
    return memory;
  }

  /** Where the head of an answer is put together. */
  MemorySegment head() {
    return memory.asSlice(0, REQUEST);
  }

  /** {@code size} bytes from the first whole page on. */
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
