package io.windlass.fs;

import java.util.Optional;

/**
 * One entry of a directory listing.
 *
 * @param name at most 255 bytes in UTF-8
 * @param next offset at which reading continues after this entry; positive, and the same in every
 *     later process
 * @param ino inode number that programs see
 * @param mode file type, as in st_mode; 0 if only a lookup tells it. The other bits are zero
 * @param node node that a lookup of the name would return, which counts as a lookup if the sink
 *     accepts the entry; only if the caller asked for nodes, never for {@code .} and {@code ..}
 */
public record DirectoryItem(String name, long next, long ino, int mode, Optional<Node> node) {
  /** Receives entries until it is full. */
  @FunctionalInterface
  public interface Sink {
    /** Adds {@code item}, or returns false if there is no room for it. */
    boolean add(DirectoryItem item);
  }
}
