package io.windlass.mounter;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory a mounter takes. What it takes beyond this, for itself, does not grow with what
 * is mounted or read: the JVM, and buffers for requests of the kernel.
 *
 * @param readBytes buffers for what is read, and read ahead
 */
public record Memory(long readBytes) {
  /** What it takes for itself at most, in bytes, when no metadata is asked for by the thousands. */
  public static final long OWN = 256L << 20;

  private static final Path CGROUP_LIMIT = Path.of("/sys/fs/cgroup/memory.max");
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

  private static long available() {
    try {
      String limit = Files.readString(CGROUP_LIMIT).strip();
      if (!limit.equals("max")) {
        return Long.parseLong(limit);
      }
    } catch (IOException e) {
      // Not in a container of its own.
    }
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : LEAST;
  }
}
