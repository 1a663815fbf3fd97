package io.windlass.fuse.message;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Request of the kernel to a file system, one record per opcode of linux/fuse.h. INIT and INTERRUPT
 * belong to the session and never reach a {@link io.windlass.fuse.Handler}.
 *
 * <p>A {@code handle} is the one of {@link OpenReply}, given when the file or directory was opened.
 * Names are single path components, never empty and without {@code /}. The session itself answers
 * requests with names that are not UTF-8: ENOENT for a name that must exist, ENODATA for an
 * attribute that must exist, EILSEQ for a name that would be created. Offsets and lengths are in
 * bytes and not negative. {@code flags} are those of open(2).
 */
public sealed interface Request {
  RequestHeader header();

  /** Looks up {@code name} in the directory {@code header.node}. */
  record Lookup(RequestHeader header, String name) implements Request {}

  /** Lowers the node's lookup count by {@code lookups}. No answer. */
  record Forget(RequestHeader header, long lookups) implements Request {}

  /** Many FORGETs in one request. No answer. */
  record BatchForget(RequestHeader header, List<Forgotten> nodes) implements Request {
    /** Node whose lookup count is lowered by {@code lookups}. */
    public record Forgotten(long node, long lookups) {}
  }

  /** stat(2) and fstat(2); with the handle if the caller used one. */
  record Getattr(RequestHeader header, OptionalLong handle) implements Request {}

  /** statx(2). {@code mask} has the fields that the caller wants (STATX_*). */
  record Statx(RequestHeader header, OptionalLong handle, int flags, int mask) implements Request {}

  /** chmod(2), chown(2), truncate(2), utimensat(2) and related calls, in one step. */
  record Setattr(RequestHeader header, OptionalLong handle, AttributeChanges changes)
      implements Request {}

  record Readlink(RequestHeader header) implements Request {}

  /** Creates the symbolic link {@code name} to {@code target} in the directory. */
  record Symlink(RequestHeader header, String name, String target) implements Request {}

  /** Creates a file of the type in {@code mode}; {@code umask} has been applied to it already. */
  record Mknod(RequestHeader header, String name, int mode, int rdev, int umask)
      implements Request {}

  /** Creates a directory; {@code umask} has been applied to {@code mode} already. */
  record Mkdir(RequestHeader header, String name, int mode, int umask) implements Request {}

  record Unlink(RequestHeader header, String name) implements Request {}

  record Rmdir(RequestHeader header, String name) implements Request {}

  /** RENAME, and RENAME2 with its flags. */
  record Rename(
      RequestHeader header, String name, long newParent, String newName, Set<RenameFlag> flags)
      implements Request {}

  /**
   * Creates {@code newName}, a hard link to {@code oldNode}, in the directory {@code header.node}.
   */
  record Link(RequestHeader header, long oldNode, String newName) implements Request {}

  /** Opens a file. {@code dropSetId}: as in {@link AttributeChanges#dropSetId}, with O_TRUNC. */
  record Open(RequestHeader header, int flags, boolean dropSetId) implements Request {}

  /** Creates and opens a file; {@code umask} has been applied to {@code mode} already. */
  record Create(
      RequestHeader header, String name, int flags, int mode, int umask, boolean dropSetId)
      implements Request {}

  /**
   * Reads at most {@code size} bytes. {@code lockOwner} identifies the open file description, if
   * the kernel knows it.
   */
  record Read(
      RequestHeader header, long handle, long offset, int size, int flags, OptionalLong lockOwner)
      implements Request {}

  /**
   * Writes {@code data}, which is valid until the answer and must not be changed.
   *
   * @param fromCache whether the kernel writes back its page cache: {@code handle} and {@code
   *     header} are then those of any one of the writers
   */
  record Write(
      RequestHeader header,
      long handle,
      long offset,
      MemorySegment data,
      int flags,
      boolean fromCache,
      OptionalLong lockOwner,
      boolean dropSetId)
      implements Request {}

  record Statfs(RequestHeader header) implements Request {}

  /** Releases an open file whose last descriptor is closed. The caller does not see an error. */
  record Release(
      RequestHeader header, long handle, int flags, long lockOwner, boolean flush, boolean unlock)
      implements Request {}

  /** fsync(2); {@code dataOnly}: fdatasync(2). */
  record Fsync(RequestHeader header, long handle, boolean dataOnly) implements Request {}

  /** close(2) of any descriptor of this open file; the caller sees an error. */
  record Flush(RequestHeader header, long handle, long lockOwner) implements Request {}

  /**
   * Sets an attribute. {@code value} is valid until the answer; {@code flags}: XATTR_CREATE (1) and
   * XATTR_REPLACE (2).
   */
  record Setxattr(RequestHeader header, String name, MemorySegment value, int flags)
      implements Request {}

  /** {@code size} is the most bytes that the caller accepts; 0 asks for the length. */
  record Getxattr(RequestHeader header, String name, int size) implements Request {}

  /** {@code size} is the most bytes that the caller accepts; 0 asks for the length. */
  record Listxattr(RequestHeader header, int size) implements Request {}

  record Removexattr(RequestHeader header, String name) implements Request {}

  record Opendir(RequestHeader header, int flags) implements Request {}

  /** Lists entries from {@code offset}: 0, or a {@link DirectoryEntry#nextOffset}. */
  record Readdir(RequestHeader header, long handle, long offset, int size) implements Request {}

  /** Lists entries like {@link Readdir}, each with what LOOKUP would answer. */
  record Readdirplus(RequestHeader header, long handle, long offset, int size) implements Request {}

  record Releasedir(RequestHeader header, long handle, int flags) implements Request {}

  /** fsync(2) of a directory; {@code dataOnly}: fdatasync(2). */
  record Fsyncdir(RequestHeader header, long handle, boolean dataOnly) implements Request {}

  /** access(2). {@code mask} combines R_OK (4), W_OK (2) and X_OK (1), or is 0 for existence. */
  record Access(RequestHeader header, int mask) implements Request {}

  /** fallocate(2); {@code mode}: FALLOC_FL_*. */
  record Fallocate(RequestHeader header, long handle, long offset, long length, int mode)
      implements Request {}

  /** lseek(2) for data or a hole. Answered with an offset, or ENXIO at the end of the file. */
  record Lseek(RequestHeader header, long handle, long offset, SeekKind kind) implements Request {}

  /**
   * copy_file_range(2) from {@code header.node}.
   *
   * @param length most bytes to copy; at most 4 GiB - 1 unless the kernel accepts 64-bit answers
   */
  record CopyFileRange(
      RequestHeader header,
      long handle,
      long offset,
      long toNode,
      long toHandle,
      long toOffset,
      long length,
      long flags)
      implements Request {}

  /** The file system was unmounted. This is the last request; not every kernel sends it. */
  record Destroy(RequestHeader header) implements Request {}
}
