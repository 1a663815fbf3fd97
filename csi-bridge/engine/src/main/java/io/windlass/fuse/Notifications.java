package io.windlass.fuse;

import io.windlass.linux.LinuxException;
import io.windlass.store.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Notifies the kernel of changes that it did not make itself (FUSE_NOTIFY_*).
 *
 * <p>The kernel may wait here for locks that a request holds which is not answered yet. So reader
 * threads must not call these methods, which is checked; nor may a thread that still has to answer
 * a request for the same node or directory.
 */
public final class Notifications {
  private static final int INVAL_INODE = 2;
  private static final int INVAL_ENTRY = 3;
  private static final int DELETE = 6;
  private static final int RESEND = 7;
  private static final int INC_EPOCH = 8;

  private static final int EXPIRE_ONLY = 1;

  /** Minor version of the protocol that introduced INC_EPOCH. */
  private static final int EPOCHS = 44;

  /** Offset of the body of a notification in its head. */
  private static final int BODY = ReplyWriter.HEADER;

  private final Channel channel;
  private final BooleanSupplier onReader;

  Notifications(Channel channel, BooleanSupplier onReader) {
    this.channel = channel;
    this.onReader = onReader;
  }

  /**
   * Drops the kernel's cached data and attributes of a node.
   *
   * @param offset first byte to drop; negative for the attributes alone
   * @param length number of bytes to drop; 0 for all up to the end
   * @return false if the kernel does not know the node
   */
  public boolean invalidateInode(long node, long offset, long length) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(BODY + 24, 8);
      head.set(ValueLayout.JAVA_LONG, BODY, node);
      head.set(ValueLayout.JAVA_LONG, BODY + 8, offset);
      head.set(ValueLayout.JAVA_LONG, BODY + 16, length);
      return send("invalidate inode", head, INVAL_INODE, 24, List.of());
    }
  }

  /**
   * Drops a cached name, and detaches mounts below it.
   *
   * @return false if the kernel has no such name cached
   */
  public boolean invalidateEntry(long parent, String name) throws LinuxException {
    return entry(parent, name, 0);
  }

  /**
   * Expires a cached name, so that the kernel looks it up again when it is next used. Kernels
   * before 6.2 cannot expire names; there this is the same as {@link #invalidateEntry}.
   *
   * @return false if the kernel has no such name cached
   */
  public boolean expireEntry(long parent, String name) throws LinuxException {
    boolean known =
        channel
            .state()
            .filter(state -> state.features().contains(InitFlag.HAS_EXPIRE_ONLY))
            .isPresent();
    return entry(parent, name, known ? EXPIRE_ONLY : 0);
  }

  private boolean entry(long parent, String name, int flags) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(name, StandardCharsets.UTF_8);
      MemorySegment head = arena.allocate(BODY + 16, 8);
      head.set(ValueLayout.JAVA_LONG, BODY, parent);
      head.set(ValueLayout.JAVA_INT, BODY + 8, length(text));
      head.set(ValueLayout.JAVA_INT, BODY + 12, flags);
      return send("invalidate entry", head, INVAL_ENTRY, 16, List.of(text));
    }
  }

  /**
   * Drops a name that was deleted, and notifies programs that watch the directory.
   *
   * @param child node that the name referred to
   * @return false if the kernel has no such name cached, or the name refers to another node
   */
  public boolean deleted(long parent, long child, String name) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(name, StandardCharsets.UTF_8);
      MemorySegment head = arena.allocate(BODY + 24, 8);
      head.set(ValueLayout.JAVA_LONG, BODY, parent);
      head.set(ValueLayout.JAVA_LONG, BODY + 8, child);
      head.set(ValueLayout.JAVA_INT, BODY + 16, length(text));
      return send("delete entry", head, DELETE, 24, List.of(text));
    }
  }

  /**
   * Expires all cached names, so that the kernel looks each up again when it is next used.
   *
   * @return false if the kernel cannot do this (before 6.16); then names stay until they time out
   */
  public boolean expireAllEntries() throws LinuxException {
    if (channel.state().filter(state -> state.minor() >= EPOCHS).isEmpty()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      return send("new epoch", arena.allocate(BODY, 8), INC_EPOCH, 0, List.of());
    }
  }

  /**
   * Has the kernel send again the requests that were read and not answered. No thread may read the
   * device meanwhile.
   */
  void resend() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      send("resend", arena.allocate(BODY, 8), RESEND, 0, List.of());
    }
  }

  /** Returns the length of a name in bytes, without the NUL at its end. */
  private static int length(MemorySegment text) {
    return (int) text.byteSize() - 1;
  }

  private boolean send(
      String what, MemorySegment head, int code, int body, List<MemorySegment> parts)
      throws LinuxException {
    if (onReader.getAsBoolean()) {
      throw new IllegalStateException(what + " on a reader thread could wait for itself");
    }
    long result = ReplyWriter.write(channel.device(), head, 0, code, body, parts);
    if (result == -Errno.ENOENT.number()) {
      return false;
    }
    if (result < 0) {
      throw new LinuxException(what, (int) -result);
    }
    return true;
  }
}
