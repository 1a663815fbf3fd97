package io.windlass.linux;

import java.lang.foreign.MemorySegment;

/** Whole pages of memory from the kernel, outside of the Java heap and of malloc. */
public final class Pages {
  private static final int READ_WRITE = 1 | 2;
  private static final int PRIVATE = 0x02;
  private static final int ANONYMOUS = 0x20;
  private static final int POPULATE = 0x8000;

  private Pages() {}

  /** Returns the number of bytes in a page on this machine: 4096, or up to 65536 on AArch64. */
  public static int size() throws LinuxException {
    return (int) Libc.GETPAGESIZE.call("getpagesize", 0, 0, 0);
  }

  /**
   * Allocates zeroed memory, with all pages present: a page that is only allocated when it is
   * touched may be unobtainable in the middle of a system call that copies into it. The memory
   * stays until {@link #unmap}.
   */
  @SuppressWarnings("restricted")
  public static MemorySegment map(long bytes) throws LinuxException {
    long flags = PRIVATE | ANONYMOUS | POPULATE;
    long address = Libc.MMAP.call("mmap", 0, bytes, READ_WRITE, flags, -1, 0);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /** Frees memory that {@link #map} returned. Any later access to it crashes the process. */
  public static void unmap(MemorySegment memory) throws LinuxException {
    Libc.MUNMAP.call("munmap", memory.address(), memory.byteSize(), 0);
  }
}
