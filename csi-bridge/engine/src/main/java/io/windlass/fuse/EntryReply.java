package io.windlass.fuse;

import java.time.Duration;
import java.time.Instant;

/**
 * What a name stands for (struct fuse_entry_out).
 *
 * @param node the node's id; 0 says that the name does not exist and that this may be remembered
 * @param generation together with the node id unique for ever
 * @param entryValid how long the kernel may use the name without asking
 * @param attributesValid how long the kernel may use the attributes without asking
 */
public record EntryReply(
    long node,
    long generation,
    Duration entryValid,
    Duration attributesValid,
    FuseAttributes attributes) {
  private static final FuseAttributes NONE =
      new FuseAttributes(0, 0, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, 0, 0, 0, 0, 0, 0);

  /** The name does not exist, and for {@code valid} the kernel need not ask again. */
  public static EntryReply absent(Duration valid) {
    return new EntryReply(0, 0, valid, Duration.ZERO, NONE);
  }
}
