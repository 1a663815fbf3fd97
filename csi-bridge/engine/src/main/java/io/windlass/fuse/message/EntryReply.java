package io.windlass.fuse.message;

import java.time.Duration;
import java.time.Instant;

/**
 * Answer to a lookup of a name (struct fuse_entry_out).
 *
 * @param node id of the node; 0 means that the name does not exist, and that the kernel may
 *     remember this
 * @param generation unique for ever together with the node id
 * @param entryValid how long the kernel may use the name without asking again
 * @param attributesValid how long the kernel may use the attributes without asking again
 */
public record EntryReply(
    long node,
    long generation,
    Duration entryValid,
    Duration attributesValid,
    FuseAttributes attributes) {
  private static final FuseAttributes NONE =
      new FuseAttributes(0, 0, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, 0, 0, 0, 0, 0, 0);

  /**
   * Returns the answer that the name does not exist. The kernel may remember it for {@code valid}.
   */
  public static EntryReply absent(Duration valid) {
    return new EntryReply(0, 0, valid, Duration.ZERO, NONE);
  }
}
