package io.windlass.fuse;

import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Takes the answer to one request. Only one of the answering methods below may be called, once,
 * from any thread; a second answer is an {@link IllegalStateException}. Answering waits for nothing
 * but the kernel's copy. It does not fail if the caller is gone: then the answer is dropped.
 */
public interface Exchange {
  /**
   * Allows the answer to come after {@link Handler#handle} has returned. The parts of the request
   * that lie in its buffer ({@link Request.Write#data}, {@link Request.Setxattr#value}) stay valid
   * until the answer is given.
   *
   * <p>Waits while the session has its maximum of requests in flight.
   */
  void detach();

  /**
   * Runs {@code action} once when the caller is interrupted, or at once if it already was; never
   * after the answer. The action runs on a reader thread and must not wait. If nothing was done
   * yet, the answer should be EINTR. The action may give this answer itself, but not to a detached
   * request that has data in a buffer (WRITE, SETXATTR, and others after {@link #scratch} or {@link
   * #packer}), which another thread may be using: that is an {@link IllegalStateException}.
   */
  void onInterrupt(Runnable action);

  /**
   * Answers a detached request with an error while it is still carried out, so that its caller
   * waits no longer. The request ends with its ordinary answer, which is dropped; until then its
   * buffers stay valid, and it counts as in flight.
   *
   * @return whether that was the answer: false if the request has one already
   */
  boolean abandon(Errno errno);

  /**
   * Returns whether the caller was told the error of {@link #abandon}. What a successful request
   * gives to the kernel, such as a handle, the kernel then does not have.
   */
  boolean abandoned();

  /** Returns whether the caller has an answer. */
  boolean answered();

  /** Answers a request whose success carries no data, such as FLUSH, FSYNC and UNLINK. */
  void ok();

  /** Ends a request that the kernel wants no answer to: FORGET and BATCH_FORGET. */
  void none();

  /**
   * Answers any request with an error. After ENOSYS the kernel does not send this opcode again, see
   * {@link SessionState#unsupported}; for some opcodes it then assumes success.
   */
  void error(Errno errno);

  /** Answers LOOKUP, MKNOD, MKDIR, SYMLINK and LINK. Adds one to the node's lookup count. */
  void entry(EntryReply entry);

  /** Answers GETATTR and SETATTR. */
  void attributes(AttributesReply attributes);

  /** Answers OPEN and OPENDIR. */
  void opened(OpenReply open);

  /** Answers CREATE. Adds one to the node's lookup count. */
  void created(EntryReply entry, OpenReply open);

  /**
   * Answers READ with the bytes of {@code parts} in order, together at most as many as the request
   * asked for. Fewer bytes mean the end of the file. Native segments are not copied; the caller may
   * reuse them when this returns.
   *
   * @throws IllegalArgumentException if there are more bytes than the request asked for; then
   *     nothing is answered
   */
  void data(List<MemorySegment> parts);

  /** Answers READ with the bytes of one segment, like {@link #data(List)}. */
  default void data(MemorySegment part) {
    data(List.of(part));
  }

  /**
   * Returns memory for the data of a READ, page-aligned, as long as the request asked for, and
   * valid until the answer. Its content is undefined. Waits for a buffer if the request is
   * detached.
   */
  MemorySegment scratch();

  /**
   * Returns an empty listing for READDIR or READDIRPLUS. Waits for a buffer if the request is
   * detached.
   */
  DirectoryPacker packer();

  /**
   * Answers READDIR or READDIRPLUS with the entries that were added to {@code packer}; no entries
   * mean the end of the directory.
   */
  void packed(DirectoryPacker packer);

  /** Answers READLINK with the target of the link. */
  void link(String target);

  /**
   * Answers GETXATTR: with the value; with its length if the request asked for that; with ERANGE if
   * the value is longer than the caller accepts.
   */
  void xattr(byte[] value);

  /** Answers LISTXATTR, in the same three ways as {@link #xattr}. */
  void xattrNames(List<String> names);

  /** Answers WRITE and COPY_FILE_RANGE with the number of bytes that were written. */
  void written(long bytes);

  /** Answers LSEEK with the offset that was found. */
  void position(long offset);

  /** Answers STATFS. */
  void statfs(StatfsReply statfs);
}
