package io.windlass.fs.tree;

import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.metadata.PathEntry;
import java.util.Optional;

/**
 * One line of a directory as it is shown.
 *
 * @param ordinal its number, from 1
 * @param name as shown
 * @param text what the node adds to the key
 * @param stat of a file; of a directory what marks it, if that is known
 * @param position where the listing stands behind it
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

  /** One that is in no listing. */
  public static DirEntry of(Kind kind, String text, Optional<ObjectStat> stat, long asked) {
    return new DirEntry(0, "", kind, text, stat, "", asked);
  }

  /** Where reading goes on behind it: its number, and something of its name to find it again. */
  long next() {
    return ordinal << NAME_BITS | mark();
  }

  /** The same of something of which more is known. */
  DirEntry with(ObjectStat more) {
    return new DirEntry(ordinal, name, kind, text, Optional.of(more), position, asked);
  }

  private long mark() {
    return name.hashCode() & ((1 << NAME_BITS) - 1);
  }

  /** The number in an offset. */
  static long ordinal(long offset) {
    return offset >>> NAME_BITS;
  }

  /** Whether an offset was of a line of this name. */
  boolean hasNameOf(long offset) {
    return (offset & ((1 << NAME_BITS) - 1)) == mark();
  }
}
