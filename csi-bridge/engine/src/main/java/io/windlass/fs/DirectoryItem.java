package io.windlass.fs;

import java.util.Optional;

/**
 * One line of a directory's listing.
 *
 * @param name at most 255 bytes in UTF-8
 * @param next the offset from which reading goes on after this line; positive, and the same in
 *     every later process
 * @param ino the inode number that programs see
 * @param mode the file type, as in st_mode; the other bits are zero
 * @param node what a lookup of the name would say, which counts as one if the sink takes the line;
 *     only where asked for, never for {@code .} and {@code ..}
 */
public record DirectoryItem(String name, long next, long ino, int mode, Optional<Node> node) {
  /** Takes lines until it is full. */
  @FunctionalInterface
  public interface Sink {
    /** Takes {@code item}, or returns false if there is no room for it. */
    boolean add(DirectoryItem item);
  }
}
