package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Gets a platform thread out of a system call that waits: the call returns EINTR. For calls that
 * cannot be polled without a price, like the read of a device that several threads wait for.
 */
public final class WakeUp {
  /**
   * A real-time signal that neither the JVM (which has 62 and SIGUSR2) nor the C library (32 to 34)
   * uses.
   */
  private static final int SIGNAL = 50;

  private final long thread;

  private WakeUp(long thread) {
    this.thread = thread;
  }

  /** For the thread that calls this, which must not be virtual. */
  public static WakeUp ofCurrentThread() throws LinuxException {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread has no thread of the kernel to wake");
    }
    try (Arena arena = Arena.ofConfined()) {
      // struct sigaction: the handler, then a mask, flags and a restorer that are all zero. Without
      // SA_RESTART calls are interrupted. As a handler abs(3) does nothing, and does it safely.
      MemorySegment action = arena.allocate(160, 8);
      MemorySegment nothing = Linker.nativeLinker().defaultLookup().findOrThrow("abs");
      action.set(ValueLayout.JAVA_LONG, 0, nothing.address());
      Libc.SIGACTION.call("sigaction", SIGNAL, action.address(), 0);
    }
    return new WakeUp(Libc.GETTID.call("gettid", 0, 0, 0));
  }

  /**
   * Interrupts the thread's system call. A thread that is just about to enter one does not notice,
   * so this is to be repeated until the thread does what is wanted. Must not be called after the
   * thread has ended: its number may be another's.
   */
  public void wake() throws LinuxException {
    Libc.TGKILL.call("tgkill", ProcessHandle.current().pid(), thread, SIGNAL);
  }
}
