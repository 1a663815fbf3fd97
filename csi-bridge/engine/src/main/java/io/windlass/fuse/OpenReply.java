package io.windlass.fuse;

import java.util.OptionalInt;
import java.util.Set;

/**
 * Answer to OPEN, OPENDIR and CREATE.
 *
 * @param handle number that the kernel sends with every request on this open file
 * @param backing id of the backing file, with {@link OpenFlag#PASSTHROUGH} and only then
 */
public record OpenReply(long handle, Set<OpenFlag> flags, OptionalInt backing) {
  /** Refuses a backing file without the flag, and the flag without a backing file. */
  public OpenReply {
    if (flags.contains(OpenFlag.PASSTHROUGH) != backing.isPresent()) {
      throw new IllegalArgumentException("PASSTHROUGH goes with a backing file");
    }
    flags = Set.copyOf(flags);
  }

  /** Returns the answer for an open file without a backing file. */
  public static OpenReply of(long handle, OpenFlag... flags) {
    return new OpenReply(handle, Set.of(flags), OptionalInt.empty());
  }
}
