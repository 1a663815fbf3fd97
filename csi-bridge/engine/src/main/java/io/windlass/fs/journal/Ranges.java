package io.windlass.fs.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Set of bytes of a file, as ranges that neither overlap nor touch. */
public final class Ranges {
  /** Bytes from {@code start} to before {@code end}. */
  public record Range(long start, long end) {
    public long length() {
      return end - start;
    }
  }

  /** Ends of the ranges by their starts. */
  private final NavigableMap<Long, Long> map = new TreeMap<>();

  /** Adds a range. */
  public void add(long start, long end) {
    if (start >= end) {
      return;
    }
    long from = start;
    long to = end;
    Map.Entry<Long, Long> before = map.floorEntry(start);
    if (before != null && before.getValue() >= start) {
      from = before.getKey();
      to = Math.max(to, before.getValue());
    }
    for (Map.Entry<Long, Long> next = map.ceilingEntry(from);
        next != null && next.getKey() <= to;
        next = map.ceilingEntry(from)) {
      to = Math.max(to, next.getValue());
      map.remove(next.getKey());
    }
    map.put(from, to);
  }

  /** Removes all bytes from {@code size} on. */
  public void cut(long size) {
    map.tailMap(size, true).clear();
    Map.Entry<Long, Long> last = map.lastEntry();
    if (last != null && last.getValue() > size) {
      map.put(last.getKey(), size);
    }
  }

  public boolean isEmpty() {
    return map.isEmpty();
  }

  public void clear() {
    map.clear();
  }

  /** Returns all ranges in order. */
  public List<Range> all() {
    return map.entrySet().stream().map(each -> new Range(each.getKey(), each.getValue())).toList();
  }

  /** Returns the parts of a range that are in the set, in order. */
  public List<Range> within(long start, long end) {
    List<Range> found = new ArrayList<>();
    Map.Entry<Long, Long> next = map.floorEntry(start);
    if (next == null) {
      next = map.ceilingEntry(start);
    }
    while (next != null && next.getKey() < end) {
      long from = Math.max(start, next.getKey());
      long to = Math.min(end, next.getValue());
      if (from < to) {
        found.add(new Range(from, to));
      }
      next = map.higherEntry(next.getKey());
    }
    return found;
  }

  /** Returns the parts of a range that are not in the set, in order. */
  public List<Range> gaps(long start, long end) {
    List<Range> gaps = new ArrayList<>();
    long at = start;
    for (Range there : within(start, end)) {
      if (at < there.start) {
        gaps.add(new Range(at, there.start));
      }
      at = there.end;
    }
    if (at < end) {
      gaps.add(new Range(at, end));
    }
    return gaps;
  }

  /** Returns whether all of a range is in the set. */
  public boolean covers(long start, long end) {
    return gaps(start, end).isEmpty();
  }

  /** Returns whether any byte of a range is in the set. */
  public boolean intersects(long start, long end) {
    return !within(start, end).isEmpty();
  }
}
