package io.windlass.mounter.volume;

import io.windlass.fuse.message.Request;
import io.windlass.linux.Errno;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Errors that programs may receive when an operation fails because the store failed. Each operation
 * has errors that programs take for an answer: no such file, no such attribute, end of the
 * directory. Such an error may only be given when it is true. When the store has failed, this is
 * unknown, so the error becomes EIO.
 */
public enum Operation {
  LOOKUP(Told.READING),
  GETATTR(Told.READING),
  ACCESS(EnumSet.of(Errno.EIO, Errno.ESTALE)),
  OPENDIR(Told.READING),
  READDIR(Told.READING),
  OPEN(Told.CHANGING),
  READ(Told.READING),
  READLINK(Told.READING),
  GETXATTR(Told.READING),
  LISTXATTR(Told.READING),
  LSEEK(Told.READING),
  STATFS(Told.READING),
  CREATE(Told.NAMING),
  MKNOD(Told.NAMING),
  MKDIR(Told.NAMING),
  SYMLINK(Told.NAMING),
  UNLINK(Told.CHANGING),
  RMDIR(Told.CHANGING),
  RENAME(Told.NAMING),
  SETATTR(Told.CHANGING),
  SETXATTR(Told.CHANGING),
  REMOVEXATTR(Told.CHANGING),
  WRITE(Told.CHANGING),
  FSYNC(Told.CHANGING),
  FLUSH(Told.CHANGING),
  FALLOCATE(Told.CHANGING),
  COPY_FILE_RANGE(Told.COPYING),
  /** Requests that are not answered, or are answered without the store. */
  OTHER(EnumSet.of(Errno.EIO));

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, although its type does not say so
  private final Set<Errno> told;

  Operation(Set<Errno> told) {
    this.told = Collections.unmodifiableSet(told);
  }

  /** Returns the errors that a failure of the store may be reported as. */
  public Set<Errno> told() {
    return told;
  }

  /** Errors that a failure of the store may be reported as. */
  private static final class Told {
    static final EnumSet<Errno> READING = EnumSet.of(Errno.EIO, Errno.EACCES, Errno.ESTALE);
    static final EnumSet<Errno> CHANGING = and(READING, Errno.EDQUOT);

    /** With EINVAL for a name that the server refuses; it may accept another. */
    static final EnumSet<Errno> NAMING = and(CHANGING, Errno.EINVAL);

    /** With ENOTSUP, after which the kernel copies the bytes itself, with the same result. */
    static final EnumSet<Errno> COPYING = and(CHANGING, Errno.ENOTSUP);

    private static EnumSet<Errno> and(EnumSet<Errno> some, Errno one) {
      EnumSet<Errno> all = EnumSet.copyOf(some);
      all.add(one);
      return all;
    }
  }

  /** Returns the operation of a request. */
  static Operation of(Request request) {
    return switch (request) {
      case Request.Lookup _ -> LOOKUP;
      case Request.Getattr _, Request.Statx _ -> GETATTR;
      case Request.Access _ -> ACCESS;
      case Request.Opendir _ -> OPENDIR;
      case Request.Readdir _, Request.Readdirplus _ -> READDIR;
      case Request.Open _ -> OPEN;
      case Request.Read _ -> READ;
      case Request.Readlink _ -> READLINK;
      case Request.Getxattr _ -> GETXATTR;
      case Request.Listxattr _ -> LISTXATTR;
      case Request.Lseek _ -> LSEEK;
      case Request.Statfs _ -> STATFS;
      case Request.Create _ -> CREATE;
      case Request.Mknod _ -> MKNOD;
      case Request.Mkdir _ -> MKDIR;
      case Request.Symlink _ -> SYMLINK;
      case Request.Unlink _ -> UNLINK;
      case Request.Rmdir _ -> RMDIR;
      case Request.Rename _ -> RENAME;
      case Request.Setattr _ -> SETATTR;
      case Request.Setxattr _ -> SETXATTR;
      case Request.Removexattr _ -> REMOVEXATTR;
      case Request.Write _ -> WRITE;
      case Request.Fsync _ -> FSYNC;
      case Request.Flush _ -> FLUSH;
      case Request.Fallocate _ -> FALLOCATE;
      case Request.CopyFileRange _ -> COPY_FILE_RANGE;
      case Request.Forget _,
          Request.BatchForget _,
          Request.Link _,
          Request.Release _,
          Request.Releasedir _,
          Request.Fsyncdir _,
          Request.Destroy _ ->
          OTHER;
    };
  }

  /**
   * Returns the error to report when the store failed with {@code errno}. If an object went away
   * during an operation, that is ESTALE: the kernel then looks it up again.
   */
  Errno whenStoreFails(Errno errno) {
    if (told.contains(errno)) {
      return errno;
    }
    return errno == Errno.ENOENT && told.contains(Errno.ESTALE) ? Errno.ESTALE : Errno.EIO;
  }
}
