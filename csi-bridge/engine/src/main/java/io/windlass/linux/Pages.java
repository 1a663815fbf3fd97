package io.windlass.linux;

import java.lang.foreign.MemorySegment;

/** Whole pages of memory from the kernel, outside of the Java heap and of malloc. */
public final class Pages {
  private static final int READ_WRITE = 1 | 2;
  private static final int PRIVATE = 0x02;
  private static final int ANONYMOUS = 0x20;
  private static final int POPULATE = 0x8000;

  private Pages() {}

  /** Bytes in a page on this machine: 4096, or up to 65536 on AArch64. */
  public static int size() throws LinuxException {
    return (int) Libc.GETPAGESIZE.call("getpagesize", 0, 0, 0);
  }

  /**
   * Zeroed memory that is there already: a page that came only when it is touched could not be had
   * in the middle of a system call that copies into it. Stays until {@link #unmap}.
   */
  @SuppressWarnings("restricted")
  public static MemorySegment map(long bytes) throws LinuxException {
    long flags = PRIVATE | ANONYMOUS | POPULATE;
    long address = Libc.MMAP.call("mmap", 0, bytes, READ_WRITE, flags, -1, 0);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /** Gives back what {@link #map} gave. Whoever still uses it ends the process. */
  public static void unmap(MemorySegment memory) throws LinuxException {
    Libc.MUNMAP.call("munmap", memory.address(), memory.byteSize(), 0);
  }
}
