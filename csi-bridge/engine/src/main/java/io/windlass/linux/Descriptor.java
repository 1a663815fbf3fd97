package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open file descriptor of this process, close-on-exec. If it is closed while other threads use
 * it, it stays open until the last of them is done, so that no thread uses a number that refers to
 * another file by then.
 */
public final class Descriptor implements AutoCloseable {
  /** Open for reading and writing (O_RDWR). */
  public static final int READ_WRITE = 2;

  /** Open for reading (O_RDONLY). */
  public static final int READ_ONLY = 0;

  private static final int O_CLOEXEC = 02000000;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int KEEP_SIZE = 1;
  private static final int PUNCH_HOLE = 2;

  /** Bit of {@link #uses} that is set once close was called. */
  private static final int CLOSED = 1 << 30;

  private final int number;
  private final AtomicInteger uses = new AtomicInteger();

  private Descriptor(int number) {
    this.number = number;
  }

  /** Takes ownership of an open descriptor that nothing else closes. */
  public static Descriptor of(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("a descriptor is not negative");
    }
    return new Descriptor(number);
  }

  /** Opens {@code path}. This may wait as long as the file system takes. */
  public static Descriptor open(Path path, int flags) throws LinuxException {
    return open(path, flags, 0);
  }

  /** Opens {@code path}; {@code mode} is the permissions of a file that the flags create. */
  static Descriptor open(Path path, int flags, int mode) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      String what = "open " + path;
      long name = arena.allocateFrom(path.toString()).address();
      return of((int) Libc.OPEN.call(what, name, flags | O_CLOEXEC, mode));
    }
  }

  /**
   * Returns the number of the descriptor, to pass it on to another process or to the kernel. The
   * number must not be used after {@link #close}.
   */
  public int number() {
    return number;
  }

  /** Duplicates the descriptor: the result refers to the same open file. */
  public Descriptor duplicate() throws LinuxException {
    return of((int) checked("dup", Libc.FCNTL, F_DUPFD_CLOEXEC, 0));
  }

  /** The same of a descriptor that this process was started with. */
  static Descriptor duplicate(int number) throws LinuxException {
    return of((int) Libc.FCNTL.call("dup", number, F_DUPFD_CLOEXEC, 0));
  }

  /** Has another number refer to the same open file, also in processes that are started. */
  void replace(int other) throws LinuxException {
    checked("dup2", Libc.DUP2, other, 0);
  }

  /**
   * Reads once. Waits for data if there is none.
   *
   * @return number of bytes read, 0 at the end, or the negative error number, also EINTR
   */
  public long read(long address, long length) {
    return once(Libc.READ, address, length);
  }

  /** Writes once. Returns the number of bytes written, or the negative error number. */
  public long write(long address, long length) {
    return once(Libc.WRITE, address, length);
  }

  /**
   * Writes {@code count} pieces of memory in one call.
   *
   * @param vector address of an array of struct iovec
   * @return number of bytes written, or the negative error number
   */
  public long writev(long vector, int count) {
    return once(Libc.WRITEV, vector, count);
  }

  /**
   * Frees the disk space of a range, which then reads as zeros; the size stays (fallocate(2)).
   *
   * @throws LinuxException also if the file system does not support this, with ENOTSUP
   */
  public void punch(long offset, long length) throws LinuxException {
    checked("fallocate", Libc.FALLOCATE, PUNCH_HOLE | KEEP_SIZE, offset, length, 0);
  }

  /** Calls ioctl(2) with a pointer or a number, and returns its result. */
  public int ioctl(String what, long request, long argument) throws LinuxException {
    return (int) checked(what, Libc.IOCTL, request, argument);
  }

  /** Calls ioctl(2) with a pointer, and returns its result. */
  public int ioctl(String what, long request, MemorySegment argument) throws LinuxException {
    return ioctl(what, request, argument.address());
  }

  private long once(Libc function, long b, long c) {
    if (!enter()) {
      return -Errno.EBADF.number();
    }
    try {
      return function.raw(number, b, c);
    } finally {
      leave();
    }
  }

  long checked(String what, Libc function, long b, long c) throws LinuxException {
    return checked(what, function, b, c, 0, 0);
  }

  long checked(String what, Libc function, long b, long c, long d, long e) throws LinuxException {
    if (!enter()) {
      throw new LinuxException(what, Errno.EBADF.number());
    }
    try {
      return function.call(what, number, b, c, d, e, 0);
    } finally {
      leave();
    }
  }

  private boolean enter() {
    if ((uses.incrementAndGet() & CLOSED) == 0) {
      return true;
    }
    // Not close(): the thread that takes the count to zero first has closed, or will.
    leave();
    return false;
  }

  private void leave() {
    if (uses.decrementAndGet() == CLOSED) {
      closeNow();
    }
  }

  /** Closes the descriptor once no thread uses it any more. Calls after the first do nothing. */
  @Override
  public void close() {
    int before = uses.getAndUpdate(count -> count | CLOSED);
    if (before == 0) {
      closeNow();
    }
  }

  private void closeNow() {
    // Only one thread closes: a late enter() may bring the count back to CLOSED.
    if (uses.compareAndSet(CLOSED, CLOSED | (1 << 29))) {
      Libc.CLOSE.raw(number, 0, 0);
    }
  }

  @Override
  public String toString() {
    return "descriptor " + number;
  }
}
