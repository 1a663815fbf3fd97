package io.windlass.fs.tree;

import io.windlass.fs.inode.Kind;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.posix.ObjectStat;
import java.util.Optional;

/**
 * Line of a directory as programs see it.
 *
 * @param ordinal number of the line, from 1
 * @param name that programs see
 * @param text what the node adds to the key of its parent
 * @param stat of a file; of a directory that of its marker, if it is known
 * @param position of the listing after this line
 * @param asked when the store was asked, as in {@link PathEntry}
 */
public record DirEntry(
    long ordinal,
    String name,
    Kind kind,
    String text,
    Optional<ObjectStat> stat,
    String position,
    long asked) {
  private static final int NAME_BITS = 24;

  /** Returns a line that comes from a lookup and not from a listing. */
  public static DirEntry of(Kind kind, String text, Optional<ObjectStat> stat, long asked) {
    return new DirEntry(0, "", kind, text, stat, "", asked);
  }

  /**
   * Returns the offset after this line: its ordinal, and 24 bits of the hash of its name to find it
   * again when the directory has changed.
   */
  long next() {
    return ordinal << NAME_BITS | mark();
  }

  /** Returns this line with the stat of its object. */
  DirEntry with(ObjectStat more) {
    return new DirEntry(ordinal, name, kind, text, Optional.of(more), position, asked);
  }

  private long mark() {
    return name.hashCode() & ((1 << NAME_BITS) - 1);
  }

  /** Returns the ordinal in an offset. */
  static long ordinal(long offset) {
    return offset >>> NAME_BITS;
  }

  /**
   * Returns whether an offset may be that after a line of this name; compares 24 bits of the hash.
   */
  boolean hasNameOf(long offset) {
    return (offset & ((1 << NAME_BITS) - 1)) == mark();
  }
}
