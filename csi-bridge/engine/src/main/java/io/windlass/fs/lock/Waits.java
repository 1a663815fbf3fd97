package io.windlass.fs.lock;

/**
 * Marks places where a thread may wait for long: for the network, or for another thread that waits
 * for it. A thread that reads requests must never come there, because then the whole mount waits.
 */
public final class Waits {
  /** Prefix of the names of threads that read requests of the kernel. */
  public static final String READER = "fuse-";

  private Waits() {}

  /** Fails, if assertions are enabled, in a thread that reads requests. */
  public static void here() {
    assert !Thread.currentThread().getName().startsWith(READER)
        : Thread.currentThread().getName() + " reads requests, and must not wait here";
  }
}
