package io.windlass.linux;

import java.lang.foreign.MemorySegment;

/** Whole pages of memory from the kernel, outside of the Java heap and of malloc. */
public final class Pages {
  private static final int READ_WRITE = 1 | 2;
  private static final int PRIVATE = 0x02;
  private static final int ANONYMOUS = 0x20;
  private static final int DONTNEED = 4;
  private static final int NO_HUGE_PAGES = 15;

  private Pages() {}

  /** Returns the number of bytes in a page on this machine: 4096, or up to 65536 on AArch64. */
  public static int size() throws LinuxException {
    return (int) Libc.GETPAGESIZE.call("getpagesize", 0, 0, 0);
  }

  /**
   * Allocates zeroed memory, of which a page takes space once it is touched: a small one, as a huge
   * page would take that of several buffers. The memory stays until {@link #unmap}.
   */
  @SuppressWarnings("restricted")
  public static MemorySegment map(long bytes) throws LinuxException {
    long flags = PRIVATE | ANONYMOUS;
    long address = Libc.MMAP.call("mmap", 0, bytes, READ_WRITE, flags, -1, 0);
    // Fails on a kernel that has no huge pages.
    long _ = Libc.MADVISE.raw(address, bytes, NO_HUGE_PAGES);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /** Gives back the space of whole pages: they are zero when they are touched again. */
  public static void release(MemorySegment pages) throws LinuxException {
    Libc.MADVISE.call("madvise", pages.address(), pages.byteSize(), DONTNEED);
  }

  /** Frees memory that {@link #map} returned. Any later access to it crashes the process. */
  public static void unmap(MemorySegment memory) throws LinuxException {
    Libc.MUNMAP.call("munmap", memory.address(), memory.byteSize(), 0);
  }
}
