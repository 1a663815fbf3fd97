package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks the kernel for the mount at one path, by statx(2) and statmount(2). The process that serves
 * the mount is not asked anything.
 */
final class StatMount {
  /** How long a path may take that leads through a mount of somebody else's, which hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Number of statx(2), which not every C library has. */
  private static final long STATX = System.getProperty("os.arch").equals("aarch64") ? 291 : 332;

  /** AT_FDCWD. */
  private static final long NO_DIRECTORY = -100;

  /** AT_SYMLINK_NOFOLLOW, AT_NO_AUTOMOUNT and AT_STATX_DONT_SYNC. */
  private static final long AS_IS = 0x100 | 0x800 | 0x4000;

  /** STATX_MNT_ID_UNIQUE, since Linux 6.8. */
  private static final int MOUNT_ID = 0x4000;

  /** STATX_ATTR_MOUNT_ROOT, since Linux 5.8. */
  private static final long MOUNT_ROOT = 0x2000;

  private static final long STATX_SIZE = 256;
  private static final long STATX_MASK_AT = 0;
  private static final long ATTRIBUTES_AT = 8;
  private static final long ATTRIBUTES_MASK_AT = 56;
  private static final long MOUNT_ID_AT = 144;

  private static final long STATMOUNT = 457;
  private static final int REQUEST_SIZE = 24;
  private static final long REQUEST_ID_AT = 8;
  private static final long REQUEST_MASK_AT = 16;

  /**
   * STATMOUNT_SB_BASIC, _MNT_BASIC, _MNT_POINT, _FS_TYPE and, since Linux 6.13, _SB_SOURCE: without
   * that, the kernel does not tell of a subtype either.
   */
  private static final long REQUIRED = 0x1 | 0x2 | 0x10 | 0x20 | 0x200;

  /** STATMOUNT_FS_SUBTYPE. */
  private static final long SUBTYPE = 0x100;

  private static final long MASK_AT = 8;
  private static final long MAJOR_AT = 16;
  private static final long MINOR_AT = 20;
  private static final long TYPE_AT = 36;
  private static final long ID_AT = 56;
  private static final long PARENT_AT = 60;
  private static final long MOUNT_ATTRIBUTES_AT = 64;
  private static final long PATH_AT = 108;
  private static final long SUBTYPE_AT = 120;
  private static final long SOURCE_AT = 124;

  /** Where the texts begin. */
  private static final long TEXTS_AT = 512;

  /** Bytes for the answer: more than a path and a source of a usual length. */
  private static final long SIZE = 4096;

  /** MOUNT_ATTR_RDONLY. */
  private static final long READ_ONLY = 1;

  /** MOUNT_ATTR_NOEXEC. */
  private static final long NO_EXEC = 8;

  private StatMount() {}

  /** Answer of the kernel. */
  sealed interface Answer {}

  /** This mount is visible at the path. */
  record Found(MountPoint mount) implements Answer {}

  /** The path leads to no mount, or not without symbolic links. */
  record Nothing() implements Answer {}

  /** The kernel is too old, or a sandbox refuses the call, or the path hangs. */
  record Unknown() implements Answer {}

  /** Asks for the mount that is visible at an absolute path without symbolic links. */
  static Answer at(Path path) {
    AtomicReference<Answer> answer = new AtomicReference<>(new Unknown());
    try {
      TimeLimit.run("look at " + path, PATIENCE, () -> answer.set(ask(path)));
    } catch (LinuxException e) {
      return e.is(Errno.ENOENT) || e.is(Errno.ENOTDIR) ? new Nothing() : new Unknown();
    }
    return answer.get();
  }

  private static Answer ask(Path path) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(STATX_SIZE, Long.BYTES);
      Libc.SYSCALL.call(
          "statx " + path,
          STATX,
          NO_DIRECTORY,
          arena.allocateFrom(path.toString()).address(),
          AS_IS,
          MOUNT_ID,
          status.address());
      if ((getLong(status, ATTRIBUTES_MASK_AT) & MOUNT_ROOT) == 0) {
        return new Unknown();
      }
      if ((getLong(status, ATTRIBUTES_AT) & MOUNT_ROOT) == 0) {
        return new Nothing();
      }
      return (getInt(status, STATX_MASK_AT) & MOUNT_ID) == 0
          ? new Unknown()
          : describe(path, getLong(status, MOUNT_ID_AT), arena);
    }
  }

  /** Asks what mount has an id. A mount that is gone meanwhile is looked for in the table. */
  private static Answer describe(Path path, long id, Arena arena) {
    MemorySegment request = arena.allocate(REQUEST_SIZE, Long.BYTES);
    request.set(ValueLayout.JAVA_INT, 0, REQUEST_SIZE);
    request.set(ValueLayout.JAVA_LONG, REQUEST_ID_AT, id);
    request.set(ValueLayout.JAVA_LONG, REQUEST_MASK_AT, REQUIRED | SUBTYPE);
    MemorySegment told = arena.allocate(SIZE, Long.BYTES);
    long result = Libc.SYSCALL.raw(STATMOUNT, request.address(), told.address(), SIZE, 0, 0);
    long mask = getLong(told, MASK_AT);
    if (result < 0 || (mask & REQUIRED) != REQUIRED) {
      return new Unknown();
    }
    String type = text(told, TYPE_AT);
    return text(told, PATH_AT).equals(path.toString())
        ? new Found(
            new MountPoint(
                getInt(told, ID_AT),
                getInt(told, PARENT_AT),
                getInt(told, MAJOR_AT),
                getInt(told, MINOR_AT),
                path,
                (getLong(told, MOUNT_ATTRIBUTES_AT) & READ_ONLY) != 0,
                (getLong(told, MOUNT_ATTRIBUTES_AT) & NO_EXEC) != 0,
                (mask & SUBTYPE) == 0 ? type : type + "." + text(told, SUBTYPE_AT),
                text(told, SOURCE_AT)))
        : new Nothing();
  }

  private static int getInt(MemorySegment struct, long at) {
    return struct.get(ValueLayout.JAVA_INT, at);
  }

  private static long getLong(MemorySegment struct, long at) {
    return struct.get(ValueLayout.JAVA_LONG, at);
  }

  /** Returns the text that a field of the structure refers to. */
  private static String text(MemorySegment told, long at) {
    return told.getString(TEXTS_AT + getInt(told, at), StandardCharsets.UTF_8);
  }
}
