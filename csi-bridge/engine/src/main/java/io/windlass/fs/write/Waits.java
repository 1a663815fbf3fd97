package io.windlass.fs.write;

/**
 * Marks where a thread may wait for long: for the network, or for whoever waits for that. A thread
 * that reads requests must never come there, for then a whole mount waits.
 */
public final class Waits {
  /** What names of threads begin with that read requests of the kernel. */
  public static final String READER = "fuse-";

  private Waits() {}

  /** Fails, where assertions are on, in a thread that reads requests. */
  public static void here() {
    assert !Thread.currentThread().getName().startsWith(READER)
        : Thread.currentThread().getName() + " reads requests, and may have to wait here";
  }
}
