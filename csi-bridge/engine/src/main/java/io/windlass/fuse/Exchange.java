package io.windlass.fuse;

import io.windlass.store.Errno;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The one answer to a request. Each method below that answers may be called once in all, from any
 * thread; a second answer is an {@link IllegalStateException}. Answering does not wait for anything
 * but the kernel's copy, and never fails because the caller has gone: then the answer is dropped.
 */
public interface Exchange {
  /**
   * Lets the answer come after {@link Handler#handle} has returned. What the request holds of its
   * buffer ({@link Request.Write#data}, {@link Request.Setxattr#value}) stays valid until the
   * answer is given.
   *
   * <p>Waits while the session has its most of requests in flight.
   */
  void detach();

  /** Whether the caller was interrupted by a signal. The request must be answered all the same. */
  boolean interrupted();

  /**
   * Runs {@code action} once when the caller is interrupted, at once if it already was; not after
   * the answer. It runs on a reader thread and must not wait. EINTR is the answer if nothing was
   * done; the action may give it itself, but not to a detached request that has data in a buffer
   * (WRITE, SETXATTR, and others after {@link #scratch} or {@link #packer}), which another thread
   * may be using: that is an {@link IllegalStateException}.
   */
  void onInterrupt(Runnable action);

  /** Answers FLUSH, FSYNC, UNLINK and all others whose success has nothing more to say. */
  void ok();

  /** Answers a request that the kernel wants no answer to: FORGET and BATCH_FORGET. */
  void none();

  /**
   * Answers any request with a failure. After ENOSYS the kernel does not send this opcode again,
   * see {@link SessionState#unsupported}; for some opcodes it then assumes success.
   */
  void error(Errno errno);

  /** Answers LOOKUP, MKNOD, MKDIR, SYMLINK and LINK. Adds one to the node's lookup count. */
  void entry(EntryReply entry);

  /** Answers GETATTR and SETATTR. */
  void attributes(AttributesReply attributes);

  /** Answers STATX. */
  void statx(StatxReply attributes);

  /** Answers OPEN and OPENDIR. */
  void opened(OpenReply open);

  /** Answers CREATE. Adds one to the node's lookup count. */
  void created(EntryReply entry, OpenReply open);

  /**
   * Answers READ with the bytes of {@code parts} in order, which together are at most what was
   * asked for. Fewer means the end of the file. Native segments are not copied, and the caller has
   * them back when this returns.
   *
   * @throws IllegalArgumentException if there are more bytes than asked for; nothing is answered
   */
  void data(List<MemorySegment> parts);

  /** Like {@link #data(List)} with one part. */
  default void data(MemorySegment part) {
    data(List.of(part));
  }

  /**
   * Memory for the data of a READ, page-aligned and as long as what was asked for, valid until the
   * answer. Its content is undefined. Waits for a buffer if the exchange is detached.
   */
  MemorySegment scratch();

  /**
   * An empty listing for READDIR or READDIRPLUS. Waits for a buffer if the exchange is detached.
   */
  DirectoryPacker packer();

  /**
   * Answers READDIR or READDIRPLUS with what has been added to {@code packer}; nothing added means
   * the end of the directory.
   */
  void packed(DirectoryPacker packer);

  /** Answers READLINK. */
  void link(String target);

  /**
   * Answers GETXATTR: with the value, its length if that was asked, or ERANGE if it is too long.
   */
  void xattr(byte[] value);

  /** Answers LISTXATTR in the same three ways. */
  void xattrNames(List<String> names);

  /** Answers WRITE and COPY_FILE_RANGE with the bytes that were written. */
  void written(long bytes);

  /** Answers LSEEK with the offset that was found. */
  void position(long offset);

  /** Answers STATFS. */
  void statfs(StatfsReply statfs);
}
