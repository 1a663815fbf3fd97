package io.windlass.mounter;

import java.lang.management.ManagementFactory;

/**
 * Limit of the memory that a mounter uses for reading. The rest of its memory, for the JVM and for
 * buffers of kernel requests, does not grow with the number of mounts or the bytes that are read.
 *
 * @param readBytes bytes of buffers for reading and reading ahead
 */
public record Memory(long readBytes) {
  /** Most memory in bytes that a mounter uses besides. */
  public static final long OWN = 256L << 20;

  /** Most memory that a mounter for volumes in quarantine uses, all in all. */
  private static final long QUARANTINE = 160L << 20;

  private static final long LEAST = 16L << 20;
  private static final long MOST = 1L << 30;

  /** Refuses less memory than reading needs. */
  public Memory {
    if (readBytes < LEAST) {
      throw new IllegalArgumentException("memory must be at least 16Mi");
    }
  }

  /** Returns the limit of this many bytes. */
  public static Memory of(long bytes) {
    return new Memory(bytes);
  }

  /** Returns the limit of a mounter for volumes in quarantine. */
  public static Memory ofQuarantine() {
    return new Memory(LEAST);
  }

  /** Returns what is left of this beside a mounter for volumes in quarantine. */
  Memory besideQuarantine() {
    return new Memory(Math.max(LEAST, readBytes - QUARANTINE));
  }

  /** Returns an eighth of the memory of this container or machine, from 16 MiB to 1 GiB. */
  public static Memory ofThisMachine() {
    return new Memory(Math.clamp(available() / 8, LEAST, MOST));
  }

  /**
   * Returns the memory in bytes within the limits of cgroups, which the JVM finds wherever they are
   * mounted.
   */
  private static long available() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : LEAST;
  }
}
