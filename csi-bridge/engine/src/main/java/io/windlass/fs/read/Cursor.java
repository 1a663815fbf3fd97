package io.windlass.fs.read;

/** Position of a sequential reader in a file, and how far ahead of it blocks are fetched. */
final class Cursor {
  private static final long LARGEST_GET = 8 << 20;

  /** Least bytes of one get: a smaller one would cost the server and this process hardly less. */
  private static final long SMALLEST_GET = 512 << 10;

  /** First window, in bytes, of a reader that begins at the beginning of a large file. */
  private static final long FIRST_WINDOW = 1 << 20;

  /**
   * Largest file, in bytes, that is fetched to its end at once when reading begins at its
   * beginning.
   */
  private static final long MODERATE = 8 << 20;

  /**
   * Factor by which the window grows: large, so that a file of ordinary size takes few requests.
   */
  private static final int GROWTH = 8;

  /** Reads out of order by up to this many times their own length still count as sequential. */
  private static final int SLACK = 4;

  /** Window of a reader that began at the beginning; 0 for others. */
  private final long fromBeginning;

  private long next;
  private long planned;
  private long window;
  private long sinceGrown;
  private long slack;

  /**
   * Creates a cursor for the read from {@code offset} to {@code end} of a file of {@code size}
   * bytes.
   *
   * @param waits whether the second read of a large file is to come before it is read ahead
   */
  Cursor(long offset, long end, long size, boolean waits) {
    next = end;
    planned = end;
    slack = SLACK * (end - offset);
    // A reader that begins at the beginning is likely to read on.
    long first = size <= MODERATE ? size : FIRST_WINDOW;
    fromBeginning = offset == 0 ? Math.max(end, first) : 0;
    window = waits && isLarge(size) ? 0 : fromBeginning;
  }

  /** Returns whether a file of {@code size} bytes is more than one request brings at once. */
  static boolean isLarge(long size) {
    return size > FIRST_WINDOW;
  }

  /** Returns whether a read at {@code offset} continues at this cursor. */
  boolean fits(long offset) {
    return offset >= next - slack && offset <= Math.max(planned, next + slack);
  }

  /**
   * Moves the cursor to {@code end}. The window grows each time half of it has been read, so faster
   * than it is used up.
   */
  void advance(long offset, long end) {
    slack = Math.max(slack, SLACK * (end - offset));
    if (end <= next) {
      return;
    }
    sinceGrown += end - next;
    next = end;
    if (window == 0) {
      window = Math.max(fromBeginning, 2 * (end - offset));
      sinceGrown = 0;
    } else if (sinceGrown >= window / 2) {
      window *= GROWTH;
      sinceGrown = 0;
    }
  }

  /** Returns whether to read ahead at all. */
  boolean isAhead() {
    return window > 0;
  }

  /** Returns the offset up to which to fetch, with a window of at most {@code most} bytes. */
  long target(long most) {
    window = Math.min(window, most);
    return next + window;
  }

  /**
   * Returns the length of one get, in bytes: enough to be worth a request, and small enough that
   * several gets are under way at once.
   *
   * @param granule size that gets should be multiples of
   */
  long getLength(long granule) {
    long least = Math.max(SMALLEST_GET, granule);
    return Math.clamp(Long.highestOneBit(Math.max(1, window)), least, LARGEST_GET);
  }

  /** Halves the window, because memory or requests for reading ahead were lacking. */
  void shrink() {
    window /= 2;
  }

  long next() {
    return next;
  }

  long planned() {
    return planned;
  }

  void planned(long end) {
    planned = Math.max(planned, end);
  }

  /** Returns whether the reader may still ask for a block from {@code offset} to {@code end}. */
  boolean wants(long offset, long end) {
    return end > next - slack && offset < Math.max(planned, next + slack);
  }
}
