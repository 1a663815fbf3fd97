package io.windlass.mounter;

import io.windlass.fuse.Request;
import io.windlass.store.Errno;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Errors that programs may receive when an operation fails because the store failed. Each operation
 * has errors that programs take for an answer: no such file, no such attribute, end of the
 * directory. Such an error may only be given when it is true. When the store has failed, this is
 * unknown, so the error becomes EIO.
 */
public enum Operation {
  LOOKUP("any call with a path", Told.READING, "`ENOENT`, `ENOTDIR`: nothing is there"),
  GETATTR("stat, fstat", Told.READING, "`ENOENT`: nothing is there"),
  ACCESS("access", EnumSet.of(Errno.EIO, Errno.ESTALE), "`EACCES`, `EROFS`: permissions say no"),
  OPENDIR("opendir", Told.READING, "`ENOENT`, `ENOTDIR`: there is no such directory"),
  READDIR("readdir", Told.READING, "`ENOENT`: the directory ends here, says the C library"),
  OPEN("open", Told.CHANGING, "`ENOENT`: nothing is there; `EINVAL`: not with `O_DIRECT`"),
  READ("read", Told.READING, "`EAGAIN`: not yet; `EINVAL`: not with `O_DIRECT`"),
  READLINK("readlink", Told.READING, "`EINVAL`: it is no symbolic link"),
  GETXATTR(
      "getxattr",
      Told.READING,
      "`ENODATA`: there is no such attribute; `ENOTSUP`: there are none here; `ERANGE`: it is"
          + " longer"),
  LISTXATTR("listxattr", Told.READING, "`ENOTSUP`: there are none here; `ERANGE`: there are more"),
  LSEEK("lseek", Told.READING, "`ENXIO`: no data follows; `EINVAL`: holes are not told"),
  STATFS("statfs", Told.READING, ""),
  CREATE("open with `O_CREAT`", Told.NAMING, "`EEXIST`: somebody else has made it"),
  MKNOD("mknod", Told.NAMING, "`EEXIST`: somebody else has made it"),
  MKDIR("mkdir", Told.NAMING, "`EEXIST`: it is there already"),
  SYMLINK("symlink", Told.NAMING, "`EEXIST`: somebody else has made it"),
  UNLINK("unlink", Told.CHANGING, "`ENOENT`: it is gone already; `EBUSY`: it is in use"),
  RMDIR("rmdir", Told.CHANGING, "`ENOENT`: it is gone already; `ENOTEMPTY`: something is in it"),
  RENAME(
      "rename",
      Told.NAMING,
      "`ENOENT`: nothing is there; `EEXIST`, `ENOTEMPTY`: something is there; `EXDEV`: copy it"),
  SETATTR("chmod, chown, truncate, utimensat", Told.CHANGING, "`ENOTSUP`, `EINVAL`: not offered"),
  SETXATTR(
      "setxattr",
      Told.CHANGING,
      "`ENOTSUP`: there are none here; `EEXIST`, `ENODATA`: it is there, or is not"),
  REMOVEXATTR("removexattr", Told.CHANGING, "`ENODATA`: there is no such attribute"),
  WRITE("write", Told.CHANGING, "`EAGAIN`: not yet; `EINVAL`: not with `O_DIRECT`"),
  FSYNC("fsync", Told.CHANGING, "`EINVAL`, `ENOTSUP`: this is nothing to synchronise"),
  FLUSH("close", Told.CHANGING, "`EINTR`: a signal came"),
  FALLOCATE("fallocate", Told.CHANGING, "`ENOTSUP`: write zeros instead"),
  COPY_FILE_RANGE(
      "copy_file_range",
      Told.COPYING,
      "`EINVAL`, `EXDEV`: copy the bytes, as programs do for `ENOTSUP`, too"),
  /** Requests that are not answered, or are answered without the store. */
  OTHER("", EnumSet.of(Errno.EIO), "");

  private final String calls;

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, although its type does not say so
  private final Set<Errno> told;

  private final String answers;

  Operation(String calls, Set<Errno> told, String answers) {
    this.calls = calls;
    this.told = Collections.unmodifiableSet(told);
    this.answers = answers;
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

  /** Returns a table of all operations and their errors for the documentation, in Markdown. */
  public static String markdown() {
    return Stream.of(values())
        .filter(operation -> operation != OTHER)
        .map(Operation::row)
        .collect(
            Collectors.joining(
                "",
                "| call | the store has failed | never then, since programs take it for an answer"
                    + " |\n"
                    + "|---|---|---|\n",
                ""));
  }

  private String row() {
    String errors = told.stream().map(each -> "`" + each + "`").collect(Collectors.joining(", "));
    return "| %s | %s | %s |\n".formatted(calls, errors, answers);
  }
}
