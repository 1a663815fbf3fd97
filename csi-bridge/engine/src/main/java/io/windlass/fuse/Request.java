package io.windlass.fuse;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the kernel asks of a file system, one record per opcode of linux/fuse.h. INIT and INTERRUPT
 * are the session's own and never reach a {@link Handler}.
 *
 * <p>A {@code handle} is what {@link OpenReply} said when the file or directory was opened. Names
 * are single path components, never empty, without {@code /}; names that are not UTF-8 are answered
 * before they come here: ENOENT where the name is of what is there, ENODATA of an attribute that
 * is, EILSEQ where something is to be made. Offsets and lengths are in bytes and not negative.
 * {@code flags} are those of open(2).
 */
public sealed interface Request {
  RequestHeader header();

  /** Finds {@code name} in the directory {@code header.node}. */
  record Lookup(RequestHeader header, String name) implements Request {}

  /** The kernel gives back {@code lookups} of the node's lookup count. No answer. */
  record Forget(RequestHeader header, long lookups) implements Request {}

  /** Many FORGETs in one. No answer. */
  record BatchForget(RequestHeader header, List<Forgotten> nodes) implements Request {
    /** One of them. */
    public record Forgotten(long node, long lookups) {}
  }

  /** stat(2) and fstat(2); with the handle where the caller used one. */
  record Getattr(RequestHeader header, OptionalLong handle) implements Request {}

  /** statx(2). {@code mask} is what the caller wants to know (STATX_*). */
  record Statx(RequestHeader header, OptionalLong handle, int flags, int mask) implements Request {}

  /** chmod(2), chown(2), truncate(2), utimensat(2) and what belongs to them, in one step. */
  record Setattr(RequestHeader header, OptionalLong handle, AttributeChanges changes)
      implements Request {}

  record Readlink(RequestHeader header) implements Request {}

  /** Makes a symbolic link {@code name} in the directory that says {@code target}. */
  record Symlink(RequestHeader header, String name, String target) implements Request {}

  /** Makes a file of the type in {@code mode}, to which {@code umask} has been applied already. */
  record Mknod(RequestHeader header, String name, int mode, int rdev, int umask)
      implements Request {}

  /** Makes a directory; {@code umask} has been applied to {@code mode} already. */
  record Mkdir(RequestHeader header, String name, int mode, int umask) implements Request {}

  record Unlink(RequestHeader header, String name) implements Request {}

  record Rmdir(RequestHeader header, String name) implements Request {}

  /** RENAME, and RENAME2 with its flags. */
  record Rename(
      RequestHeader header, String name, long newParent, String newName, Set<RenameFlag> flags)
      implements Request {}

  /** Makes {@code newName} in the directory {@code header.node} another name of {@code oldNode}. */
  record Link(RequestHeader header, long oldNode, String newName) implements Request {}

  /** {@code dropSetId}: as for {@link AttributeChanges#dropSetId}, with O_TRUNC. */
  record Open(RequestHeader header, int flags, boolean dropSetId) implements Request {}

  /** Makes and opens a file; {@code umask} has been applied to {@code mode} already. */
  record Create(
      RequestHeader header, String name, int flags, int mode, int umask, boolean dropSetId)
      implements Request {}

  /** {@code lockOwner} names the open file description where the kernel knows it. */
  record Read(
      RequestHeader header, long handle, long offset, int size, int flags, OptionalLong lockOwner)
      implements Request {}

  /**
   * Writes {@code data}, which is valid until the answer and must not be changed.
   *
   * @param fromCache the kernel wrote back its page cache: {@code handle} and {@code header} are
   *     those of some writer
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

  /** The last descriptor of this open file is closed. The caller does not see an error. */
  record Release(
      RequestHeader header, long handle, int flags, long lockOwner, boolean flush, boolean unlock)
      implements Request {}

  /** {@code dataOnly}: fdatasync(2). */
  record Fsync(RequestHeader header, long handle, boolean dataOnly) implements Request {}

  /** close(2) of any descriptor of this open file; the caller sees an error. */
  record Flush(RequestHeader header, long handle, long lockOwner) implements Request {}

  /**
   * {@code value} is valid until the answer; {@code flags}: XATTR_CREATE (1) and XATTR_REPLACE (2).
   */
  record Setxattr(RequestHeader header, String name, MemorySegment value, int flags)
      implements Request {}

  /** {@code size} is the most that the caller takes; 0 asks for the length. */
  record Getxattr(RequestHeader header, String name, int size) implements Request {}

  /** {@code size} is the most that the caller takes; 0 asks for the length. */
  record Listxattr(RequestHeader header, int size) implements Request {}

  record Removexattr(RequestHeader header, String name) implements Request {}

  record Opendir(RequestHeader header, int flags) implements Request {}

  /** Lists from {@code offset}: 0, or a {@link DirectoryEntry#nextOffset}. */
  record Readdir(RequestHeader header, long handle, long offset, int size) implements Request {}

  /** Like {@link Readdir}, with what LOOKUP would say of each entry. */
  record Readdirplus(RequestHeader header, long handle, long offset, int size) implements Request {}

  record Releasedir(RequestHeader header, long handle, int flags) implements Request {}

  /** {@code dataOnly}: fdatasync(2). */
  record Fsyncdir(RequestHeader header, long handle, boolean dataOnly) implements Request {}

  /** access(2). {@code mask} is made of R_OK (4), W_OK (2) and X_OK (1), or 0 for existence. */
  record Access(RequestHeader header, int mask) implements Request {}

  /** {@code mode}: FALLOC_FL_* of fallocate(2). */
  record Fallocate(RequestHeader header, long handle, long offset, long length, int mode)
      implements Request {}

  /** lseek(2) for data or a hole, answered with an offset, or ENXIO at the end of the file. */
  record Lseek(RequestHeader header, long handle, long offset, SeekKind kind) implements Request {}

  /**
   * copy_file_range(2) from {@code header.node}.
   *
   * @param length the most to copy. At most 4 GiB - 1 unless the kernel takes 64-bit answers
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

  /** The file system is unmounted; the last request, and not sent by every kernel. */
  record Destroy(RequestHeader header) implements Request {}
}
