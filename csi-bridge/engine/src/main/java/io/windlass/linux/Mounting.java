package io.windlass.linux;

import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * Calls mount(2), umount2(2) and statfs(2). Each may wait for the process that serves the file
 * system: see {@link TimeLimit}.
 */
public final class Mounting {
  private static final int MNT_FORCE = 1;
  private static final int MNT_DETACH = 2;
  private static final int UMOUNT_NOFOLLOW = 8;

  /** Bytes that are enough for struct statfs. */
  private static final int STATFS = 256;

  private Mounting() {}

  /** Flags of mount(2). */
  public enum Flag {
    READ_ONLY(1),
    NOSUID(2),
    NODEV(4),
    NOEXEC(8),
    SYNCHRONOUS(16),
    REMOUNT(32),
    NOATIME(1024),
    BIND(4096);

    private final int bit;

    Flag(int bit) {
      this.bit = bit;
    }
  }

  /**
   * Mounts a file system.
   *
   * @param source source to show in the mount table
   * @param target existing directory
   * @param data options of the file system, separated by commas
   */
  public static void mount(
      String source, Path target, String type, Iterable<Flag> flags, String data)
      throws LinuxException {
    int bits = 0;
    for (Flag flag : flags) {
      bits |= flag.bit;
    }
    try (Arena arena = Arena.ofConfined()) {
      Libc.MOUNT.call(
          "mount " + target,
          arena.allocateFrom(source).address(),
          arena.allocateFrom(target.toString()).address(),
          arena.allocateFrom(type).address(),
          bits,
          arena.allocateFrom(data).address(),
          0);
    }
  }

  /**
   * Unmounts. Fails with EBUSY while a process has a file of it open or its working directory in
   * it.
   */
  public static void unmount(Path target) throws LinuxException {
    unmount(target, 0);
  }

  /** Detaches the mount from the file tree at once; it ends when its last user is gone. */
  public static void detach(Path target) throws LinuxException {
    unmount(target, MNT_DETACH);
  }

  /** Aborts the requests in flight and unmounts. Aborts them also if it then fails with EBUSY. */
  public static void force(Path target) throws LinuxException {
    unmount(target, MNT_FORCE);
  }

  private static void unmount(Path target, int flags) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      long path = arena.allocateFrom(target.toString()).address();
      Libc.UMOUNT2.call("unmount " + target, path, flags | UMOUNT_NOFOLLOW, 0);
    }
  }

  /** Calls statfs(2) at {@code path}, to check that the file system answers. */
  public static void statfs(Path path) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom(path.toString()).address();
      Libc.STATFS.call("statfs " + path, name, arena.allocate(STATFS, 8).address(), 0);
    }
  }
}
