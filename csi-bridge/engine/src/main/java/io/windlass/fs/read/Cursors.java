package io.windlass.fs.read;

import java.util.ArrayDeque;
import java.util.Deque;

/** The places at which one file is read in order, the last used first. */
final class Cursors {
  private static final int MOST = 4;

  private final Deque<Cursor> cursors = new ArrayDeque<>();

  /** The place that this read of a file of this size goes on from, or a new one. */
  Cursor at(long offset, long end, long size) {
    for (Cursor cursor : cursors) {
      if (cursor.fits(offset)) {
        cursor.advance(offset, end);
        cursors.remove(cursor);
        cursors.addFirst(cursor);
        return cursor;
      }
    }
    Cursor fresh = new Cursor(offset, end, size);
    cursors.addFirst(fresh);
    if (cursors.size() > MOST) {
      cursors.removeLast();
    }
    return fresh;
  }

  /** Whether a block may still be asked for. */
  boolean want(long offset, long end) {
    return cursors.stream().anyMatch(cursor -> cursor.wants(offset, end));
  }
}
