package io.windlass.testing.instance;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of what a server wrote. */
final class OutputTail {
  private static final int MAX_LINES = 200;
  private static final int MAX_LINE = 2_000;

  private final Deque<String> lines = new ArrayDeque<>();

  /** Adds a line and forgets the oldest when there are too many. */
  synchronized void add(String line) {
    if (lines.size() == MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line.substring(0, Math.min(line.length(), MAX_LINE)));
  }

  @Override
  public synchronized String toString() {
    return String.join("\n", lines);
  }
}
