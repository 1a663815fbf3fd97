package io.windlass.test.docs;

import static java.util.stream.Collectors.joining;

import io.windlass.mounter.volume.Operation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What programs are told when the store has failed, by operation. */
final class OperationTable {
  private static final List<Row> ROWS =
      List.of(
          new Row(
              Operation.LOOKUP, "any call with a path", "`ENOENT`, `ENOTDIR`: nothing is there"),
          new Row(Operation.GETATTR, "stat, fstat", "`ENOENT`: nothing is there"),
          new Row(Operation.ACCESS, "access", "`EACCES`, `EROFS`: permissions say no"),
          new Row(Operation.OPENDIR, "opendir", "`ENOENT`, `ENOTDIR`: there is no such directory"),
          new Row(
              Operation.READDIR,
              "readdir",
              "`ENOENT`: the directory ends here, says the C library"),
          new Row(
              Operation.OPEN, "open", "`ENOENT`: nothing is there; `EINVAL`: not with `O_DIRECT`"),
          new Row(Operation.READ, "read", "`EAGAIN`: not yet; `EINVAL`: not with `O_DIRECT`"),
          new Row(Operation.READLINK, "readlink", "`EINVAL`: it is no symbolic link"),
          new Row(
              Operation.GETXATTR,
              "getxattr",
              "`ENODATA`: there is no such attribute; `ENOTSUP`: there are none here; `ERANGE`: it is"
                  + " longer"),
          new Row(
              Operation.LISTXATTR,
              "listxattr",
              "`ENOTSUP`: there are none here; `ERANGE`: there are more"),
          new Row(
              Operation.LSEEK, "lseek", "`ENXIO`: no data follows; `EINVAL`: holes are not told"),
          new Row(Operation.STATFS, "statfs", ""),
          new Row(Operation.CREATE, "open with `O_CREAT`", "`EEXIST`: somebody else has made it"),
          new Row(Operation.MKNOD, "mknod", "`EEXIST`: somebody else has made it"),
          new Row(Operation.MKDIR, "mkdir", "`EEXIST`: it is there already"),
          new Row(Operation.SYMLINK, "symlink", "`EEXIST`: somebody else has made it"),
          new Row(
              Operation.UNLINK, "unlink", "`ENOENT`: it is gone already; `EBUSY`: it is in use"),
          new Row(
              Operation.RMDIR,
              "rmdir",
              "`ENOENT`: it is gone already; `ENOTEMPTY`: something is in it"),
          new Row(
              Operation.RENAME,
              "rename",
              "`ENOENT`: nothing is there; `EEXIST`, `ENOTEMPTY`: something is there; `EXDEV`: copy it"),
          new Row(
              Operation.SETATTR,
              "chmod, chown, truncate, utimensat",
              "`ENOTSUP`, `EINVAL`: not offered"),
          new Row(
              Operation.SETXATTR,
              "setxattr",
              "`ENOTSUP`: there are none here; `EEXIST`, `ENODATA`: it is there, or is not"),
          new Row(Operation.REMOVEXATTR, "removexattr", "`ENODATA`: there is no such attribute"),
          new Row(Operation.WRITE, "write", "`EAGAIN`: not yet; `EINVAL`: not with `O_DIRECT`"),
          new Row(Operation.FSYNC, "fsync", "`EINVAL`, `ENOTSUP`: this is nothing to synchronise"),
          new Row(Operation.FLUSH, "close", "`EINTR`: a signal came"),
          new Row(Operation.FALLOCATE, "fallocate", "`ENOTSUP`: write zeros instead"),
          new Row(
              Operation.COPY_FILE_RANGE,
              "copy_file_range",
              "`EINVAL`, `EXDEV`: copy the bytes, as programs do for `ENOTSUP`, too"));

  private OperationTable() {}

  /**
   * A row of the table.
   *
   * @param calls of programs that lead to the operation
   * @param never errors that programs take for an answer, and what they take them for
   */
  private record Row(Operation operation, String calls, String never) {
    private String markdown() {
      return "| %s | %s | %s |\n"
          .formatted(
              calls,
              operation.told().stream().map(each -> "`" + each + "`").collect(joining(", ")),
              never);
    }
  }

  /** Returns the operations that programs may see fail and that have no row. */
  static Set<Operation> without() {
    Set<Operation> missing = EnumSet.complementOf(EnumSet.of(Operation.OTHER));
    ROWS.forEach(row -> missing.remove(row.operation));
    return missing;
  }

  /** Returns the table in Markdown. */
  static String markdown() {
    return ROWS.stream()
        .map(Row::markdown)
        .collect(
            joining(
                "",
                "| call | the store has failed | never then, since programs take it for an answer"
                    + " |\n"
                    + "|---|---|---|\n",
                ""));
  }
}
