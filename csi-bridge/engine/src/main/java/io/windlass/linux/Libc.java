package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Functions of the C library, all called with the same signature: six longs in, one long out. Each
 * further signature would cost 5 to 15 ms at start.
 *
 * <p>On x86-64 and AArch64, integers and pointers of any width are passed in the same registers, a
 * function that takes fewer arguments ignores the others, and variadic functions on Linux receive
 * integers in the same way.
 */
@SuppressWarnings("restricted")
enum Libc {
  ACCEPT4("accept4", false),
  BIND("bind", false),
  CLOSE("close", false),
  CONNECT("connect", false),
  DUP2("dup2", false),
  EXECV("execv", false),
  FALLOCATE("fallocate", false),
  FCHOWN("fchown", false),
  FCNTL("fcntl", false),
  GETEUID("geteuid", false),
  GETSOCKOPT("getsockopt", false),
  SETSOCKOPT("setsockopt", false),
  GETPAGESIZE("getpagesize", false),
  GETTID("gettid", false),
  GETXATTR("getxattr", true),
  IOCTL("ioctl", false),
  KILL("kill", false),
  LISTEN("listen", false),
  MADVISE("madvise", false),
  MMAP("mmap", true),
  MOUNT("mount", false),
  MUNMAP("munmap", false),
  OPEN("open", false),
  POLL("poll", false),
  READ("read", true),
  RECVMSG("recvmsg", true),
  SENDMSG("sendmsg", true),
  SHUTDOWN("shutdown", false),
  SETSID("setsid", false),
  SIGACTION("sigaction", false),
  SOCKET("socket", false),
  SOCKETPAIR("socketpair", false),
  STATFS("statfs", false),
  STRERROR("strerror", true),
  SYSCALL("syscall", true),
  TGKILL("tgkill", false),
  UMOUNT2("umount2", false),
  UNSETENV("unsetenv", false),
  WRITE("write", true),
  WRITEV("writev", true);

  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final MethodHandle CALL =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG),
              ERRNO);
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO_OF =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /**
   * Memory that receives errno of the last call. For platform threads only: they are few and live
   * long.
   */
  private static final ThreadLocal<MemorySegment> LAST =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE));

  private final long address;
  private final boolean wide;

  /**
   * Creates the function. {@code wide}: its result is a long or a pointer; of an int result, the
   * upper half is undefined.
   */
  Libc(String name, boolean wide) {
    this.wide = wide;
    this.address = Linker.nativeLinker().defaultLookup().findOrThrow(name).address();
  }

  /** Calls the function once. Returns its result, or the negative error number. */
  long raw(long a, long b, long c, long d, long e, long f) {
    if (!Thread.currentThread().isVirtual()) {
      return invoke(LAST.get(), a, b, c, d, e, f);
    }
    try (Arena arena = Arena.ofConfined()) {
      return invoke(arena.allocate(STATE), a, b, c, d, e, f);
    }
  }

  long raw(long a, long b, long c) {
    return raw(a, b, c, 0, 0, 0);
  }

  /**
   * Calls the function, repeating it after EINTR.
   *
   * @param what name of the call in the exception
   * @throws LinuxException if the function fails otherwise
   */
  long call(String what, long a, long b, long c, long d, long e, long f) throws LinuxException {
    long result;
    do {
      result = raw(a, b, c, d, e, f);
    } while (result == -Errno.EINTR.number());
    if (result < 0) {
      throw new LinuxException(what, (int) -result);
    }
    return result;
  }

  long call(String what, long a, long b, long c) throws LinuxException {
    return call(what, a, b, c, 0, 0, 0);
  }

  private long invoke(MemorySegment state, long a, long b, long c, long d, long e, long f) {
    long result;
    try {
      result = (long) CALL.invokeExact(MemorySegment.ofAddress(address), state, a, b, c, d, e, f);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a downcall threw", impossible);
    }
    long value = wide ? result : (int) result;
    return value == -1 ? -(int) ERRNO_OF.get(state, 0L) : value;
  }
}
