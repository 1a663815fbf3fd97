package io.windlass.fs.posix;

import io.windlass.fs.Attributes;
import io.windlass.fs.Done;
import io.windlass.fs.FsException;
import io.windlass.linux.Errno;

/** Checks the permissions of a node. */
public final class Permission {
  private static final int WRITE = 2;
  private static final int EXECUTE = 1;

  private Permission() {}

  /**
   * Checks that a user has the permissions in {@code mask}; {@code EACCES} if the mode does not
   * grant them, {@code EROFS} for any write.
   */
  public static Done check(Attributes of, int uid, int gid, int mask) {
    if ((mask & WRITE) != 0) {
      throw new FsException(Errno.EROFS, "the volume is read-only");
    }
    int given;
    if (uid == 0) {
      // Root may do everything, except execute a file that nobody may execute.
      given = of.isDirectory() || (of.mode() & 0111) != 0 ? 7 : 6;
    } else if (uid == of.uid()) {
      given = of.mode() >>> 6 & 7;
    } else {
      given = gid == of.gid() ? of.mode() >>> 3 & 7 : of.mode() & 7;
    }
    if ((mask & (4 | EXECUTE) & ~given) != 0) {
      throw new FsException(Errno.EACCES, "the mode does not allow it");
    }
    return Done.DONE;
  }
}
