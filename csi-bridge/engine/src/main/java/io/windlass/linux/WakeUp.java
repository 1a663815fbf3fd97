package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Interrupts a platform thread in a system call that waits: the call returns EINTR. Meant for calls
 * that would be slower if they were polled, such as the read of a device that several threads wait
 * for. To be closed by the thread before it ends: another thread may have its number from then on.
 */
public final class WakeUp implements AutoCloseable {
  /**
   * A real-time signal that neither the JVM (which has 62 and SIGUSR2) nor the C library (32 to 34)
   * uses.
   */
  private static final int SIGNAL = 50;

  private final long thread;
  private boolean closed;

  private WakeUp(long thread) {
    this.thread = thread;
  }

  /** Returns the wake-up of the calling thread, which must not be virtual. */
  public static WakeUp ofCurrentThread() throws LinuxException {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread has no thread of the kernel to wake");
    }
    try (Arena arena = Arena.ofConfined()) {
      // struct sigaction: the handler, then a mask, flags and a restorer that are all zero. Without
      // SA_RESTART, calls are interrupted. As a handler, abs(3) does nothing and is
      // async-signal-safe.
      MemorySegment action = arena.allocate(160, 8);
      MemorySegment nothing = Linker.nativeLinker().defaultLookup().findOrThrow("abs");
      action.set(ValueLayout.JAVA_LONG, 0, nothing.address());
      Libc.SIGACTION.call("sigaction", SIGNAL, action.address(), 0);
    }
    return new WakeUp(Libc.GETTID.call("gettid", 0, 0, 0));
  }

  /**
   * Interrupts the thread's system call. A thread that is just about to enter the call does not
   * notice, so this is to be repeated until the thread reacts. Does nothing once this is closed.
   */
  public synchronized void wake() throws LinuxException {
    if (!closed) {
      Libc.TGKILL.call("tgkill", ProcessHandle.current().pid(), thread, SIGNAL);
    }
  }

  /** Wakes the thread no more. */
  @Override
  public synchronized void close() {
    closed = true;
  }
}
