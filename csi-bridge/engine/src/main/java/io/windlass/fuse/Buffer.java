package io.windlass.fuse;

import io.windlass.fuse.message.RequestDecoder;
import io.windlass.linux.LinuxException;
import io.windlass.linux.Pages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory for one request and its answer. A request is read to an offset such that the data of a
 * WRITE begins on a page. The memory before that offset is for the head of the answer, and the
 * memory from that page on is for the data of an answer.
 *
 * <p>Its beginning is present always: a page that is only allocated when it is touched may be
 * unobtainable in the middle of the system call that copies a request into it. The rest, which only
 * long requests and answers need, is given back when the mount is at rest.
 */
final class Buffer {
  /** Offset of the data of a WRITE, and of the scratch memory of other requests. */
  static final int DATA = 4096;

  /** Offset to which requests are read: fuse_in_header and fuse_write_in come before the data. */
  static final int REQUEST = DATA - RequestDecoder.HEADER - 40;

  /** Bytes besides the data; the kernel wants room for a little more than a full WRITE. */
  static final int OVERHEAD = 2 * DATA;

  /**
   * Bytes at the beginning that stay present: one of the largest pages. Names, and what extended
   * attributes of objects can be, fit into them.
   */
  static final int KEPT = 64 << 10;

  private static final int SMALLEST_PAGE = 4096;

  private final MemorySegment memory;

  /** Whether more than {@link #KEPT} has been used since it was given back. */
  private boolean grown;

  private Buffer(MemorySegment memory) {
    this.memory = memory;
  }

  /** Allocates a buffer for requests with so many bytes of data at most. */
  static Buffer allocate(int maxWrite) throws LinuxException {
    MemorySegment memory = Pages.map((long) maxWrite + OVERHEAD);
    for (long at = 0; at < Math.min(KEPT, memory.byteSize()); at += SMALLEST_PAGE) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
    return new Buffer(memory);
  }

  /** Frees the memory. */
  void free() throws LinuxException {
    Pages.unmap(memory);
  }

  /** Gives back what is present beside the beginning, while nothing of it is in use. */
  void rest() throws LinuxException {
    if (grown) {
      grown = false;
      Pages.release(memory.asSlice(KEPT));
    }
  }

  /** Records that a request of so many bytes was read. */
  void received(long length) {
    used(REQUEST + length);
  }

  private void used(long end) {
    grown |= end > KEPT;
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
    used((long) DATA + size);
    return memory.asSlice(DATA, size);
  }

  long requestAddress() {
    return memory.address() + REQUEST;
  }

  long requestCapacity() {
    return memory.byteSize() - REQUEST;
  }
}
