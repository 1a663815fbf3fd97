package io.windlass.fs.read;

/** Where a file is being read in order, and how far ahead of that it is fetched. */
final class Cursor {
  private static final long LARGEST_GET = 8 << 20;

  /** What costs the server and us hardly more than less of it would. */
  private static final long SMALLEST_GET = 512 << 10;

  /** The first window of who begins at the beginning. */
  private static final long FIRST_WINDOW = 1 << 20;

  /** Up to this size a file that is begun is fetched to its end, at once. */
  private static final long MODERATE = 8 << 20;

  /** So that a file of ordinary size is fetched by few requests. */
  private static final int GROWTH = 8;

  /** Requests that overtake each other by so many of their own length are in order all the same. */
  private static final int SLACK = 4;

  private long next;
  private long planned;
  private long window;
  private long sinceGrown;
  private long slack;

  /** One that begins with this read of a file of this size. */
  Cursor(long offset, long end, long size) {
    next = end;
    planned = end;
    slack = SLACK * (end - offset);
    // Who begins at the beginning is likely to go on.
    long first = size <= MODERATE ? size : FIRST_WINDOW;
    window = offset == 0 ? Math.max(end, first) : 0;
  }

  /** Whether this read goes on from here. */
  boolean fits(long offset) {
    return offset >= next - slack && offset <= Math.max(planned, next + slack);
  }

  /** Reading went on to {@code end}. The window grows faster than it is used up. */
  void advance(long offset, long end) {
    slack = Math.max(slack, SLACK * (end - offset));
    if (end <= next) {
      return;
    }
    sinceGrown += end - next;
    next = end;
    if (window == 0) {
      window = 2 * (end - offset);
      sinceGrown = 0;
    } else if (sinceGrown >= window / 2) {
      window *= GROWTH;
      sinceGrown = 0;
    }
  }

  /** Whether anything is to be fetched before it is asked for. */
  boolean isAhead() {
    return window > 0;
  }

  /** Up to where to fetch, if the window may be {@code most}. */
  long target(long most) {
    window = Math.min(window, most);
    return next + window;
  }

  /**
   * How much to fetch at once: what is worth a request, and no more, so that several are under way.
   */
  long getLength(long granule) {
    long least = Math.max(SMALLEST_GET, granule);
    return Math.clamp(Long.highestOneBit(Math.max(1, window)), least, LARGEST_GET);
  }

  /** There was not enough memory. */
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

  /** Whether a block may still be asked for. */
  boolean wants(long offset, long end) {
    return end > next - slack && offset < Math.max(planned, next + slack);
  }
}
