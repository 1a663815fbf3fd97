package io.windlass.fuse.message;

import java.util.Set;

/**
 * Answer to OPEN, OPENDIR and CREATE.
 *
 * @param handle number that the kernel sends with every request on this open file
 */
public record OpenReply(long handle, Set<OpenFlag> flags) {
  /** Copies the flags. */
  public OpenReply {
    flags = Set.copyOf(flags);
  }

  /** Returns the answer for an open file. */
  public static OpenReply of(long handle, OpenFlag... flags) {
    return new OpenReply(handle, Set.of(flags));
  }
}
