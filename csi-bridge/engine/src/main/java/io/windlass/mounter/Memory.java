package io.windlass.mounter;

import java.lang.management.ManagementFactory;

/**
 * How much memory a mounter takes. What it takes beyond this, for itself, does not grow with what
 * is mounted or read: the JVM, and buffers for requests of the kernel.
 *
 * @param readBytes buffers for what is read, and read ahead
 */
public record Memory(long readBytes) {
  /** What it takes for itself at most, in bytes. */
  public static final long OWN = 256L << 20;

  private static final long LEAST = 16L << 20;
  private static final long MOST = 1L << 30;

  /** Refuses what is too little to read with. */
  public Memory {
    if (readBytes < LEAST) {
      throw new IllegalArgumentException("memory must be at least 16Mi");
    }
  }

  /** So many bytes. */
  public static Memory of(long bytes) {
    return new Memory(bytes);
  }

  /** An eighth of what this container or machine has, from 16 MiB to 1 GiB. */
  public static Memory ofThisMachine() {
    return new Memory(Math.clamp(available() / 8, LEAST, MOST));
  }

  /** What the JVM says of the limits of cgroups, wherever they are mounted. */
  private static long available() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : LEAST;
  }
}
