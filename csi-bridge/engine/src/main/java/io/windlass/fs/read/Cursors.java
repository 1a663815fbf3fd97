package io.windlass.fs.read;

import java.util.ArrayDeque;
import java.util.Deque;

/** Cursors of the sequential readers of one file, the last used first; at most four. */
final class Cursors {
  private static final int MOST = 4;

  private final Deque<Cursor> cursors = new ArrayDeque<>();

  /**
   * Returns the cursor at which a read from {@code offset} to {@code end} continues, or a new one.
   *
   * @param size of the file in bytes
   * @param waits whether its second read is to come before it is read ahead
   */
  Cursor at(long offset, long end, long size, boolean waits) {
    for (Cursor cursor : cursors) {
      if (cursor.fits(offset)) {
        cursor.advance(offset, end);
        cursors.remove(cursor);
        cursors.addFirst(cursor);
        return cursor;
      }
    }
    Cursor fresh = new Cursor(offset, end, size, waits);
    cursors.addFirst(fresh);
    if (cursors.size() > MOST) {
      cursors.removeLast();
    }
    return fresh;
  }

  /** Returns whether a reader may still ask for a block from {@code offset} to {@code end}. */
  boolean want(long offset, long end) {
    return cursors.stream().anyMatch(cursor -> cursor.wants(offset, end));
  }
}
