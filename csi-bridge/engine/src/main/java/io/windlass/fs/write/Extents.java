package io.windlass.fs.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Where the bytes of a staged file are: in the data file, nowhere because they are zeros, or, where
 * nothing is said, in the base object at the same offset. Byte by byte; neighbours that are alike
 * are one.
 */
final class Extents {
  /** Where bytes are. */
  public enum Kind {
    /** In the base object. */
    BASE,
    /** In the data file. */
    DATA,
    /** Nowhere: they are zeros. */
    ZERO
  }

  /**
   * Bytes from {@code start} to before {@code end} that are alike.
   *
   * @param dirty whether the base does not have them; never so of {@link Kind#BASE}
   */
  record Extent(long start, long end, Kind kind, boolean dirty) {
    long length() {
      return end - start;
    }
  }

  private final NavigableMap<Long, Extent> map = new TreeMap<>();
  private long dataBytes;
  private long dirtyBytes;

  /** The same as they are now. */
  Extents copy() {
    Extents copy = new Extents();
    copy.map.putAll(map);
    copy.dataBytes = dataBytes;
    copy.dirtyBytes = dirtyBytes;
    return copy;
  }

  /** Bytes in the data file. */
  long dataBytes() {
    return dataBytes;
  }

  /** Bytes that the base does not have. */
  long dirtyBytes() {
    return dirtyBytes;
  }

  /** How many pieces it is in. */
  int count() {
    return map.size();
  }

  /** All that is not in the base alone. */
  List<Extent> all() {
    return List.copyOf(map.values());
  }

  /** Says where bytes are from now on. */
  void put(long start, long end, Kind kind, boolean dirty) {
    if (start >= end) {
      return;
    }
    clear(start, end);
    if (kind == Kind.BASE) {
      return;
    }
    long from = start;
    long to = end;
    Map.Entry<Long, Extent> before = map.lowerEntry(start);
    if (before != null && joins(before.getValue(), start, kind, dirty, true)) {
      from = before.getValue().start;
      drop(before.getValue());
    }
    Extent after = map.get(end);
    if (after != null && joins(after, end, kind, dirty, false)) {
      to = after.end;
      drop(after);
    }
    add(new Extent(from, to, kind, dirty));
  }

  private static boolean joins(Extent other, long at, Kind kind, boolean dirty, boolean before) {
    return (before ? other.end : other.start) == at && other.kind == kind && other.dirty == dirty;
  }

  private void clear(long start, long end) {
    Map.Entry<Long, Extent> before = map.lowerEntry(start);
    if (before != null && before.getValue().end > start) {
      Extent cut = before.getValue();
      drop(cut);
      add(new Extent(cut.start, start, cut.kind, cut.dirty));
      if (cut.end > end) {
        add(new Extent(end, cut.end, cut.kind, cut.dirty));
      }
    }
    Map.Entry<Long, Extent> next = map.ceilingEntry(start);
    while (next != null && next.getKey() < end) {
      Extent covered = next.getValue();
      drop(covered);
      if (covered.end > end) {
        add(new Extent(end, covered.end, covered.kind, covered.dirty));
      }
      next = map.ceilingEntry(start);
    }
  }

  private void add(Extent extent) {
    map.put(extent.start, extent);
    count(extent, 1);
  }

  private void drop(Extent extent) {
    map.remove(extent.start);
    count(extent, -1);
  }

  private void count(Extent extent, int sign) {
    dataBytes += extent.kind == Kind.DATA ? sign * extent.length() : 0;
    dirtyBytes += extent.dirty ? sign * extent.length() : 0;
  }

  /** Forgets all from {@code size} on. */
  void cut(long size) {
    put(size, Long.MAX_VALUE, Kind.BASE, false);
  }

  /** The base has all of it from now on, but not what is in these ranges. */
  void allCleanBut(Ranges newer) {
    mark(false);
    for (Ranges.Range range : newer.all()) {
      for (Extent extent : of(range.start(), range.end())) {
        put(extent.start, extent.end, extent.kind, true);
      }
    }
  }

  /** The base has nothing of it any more. */
  void allDirty() {
    mark(true);
  }

  private void mark(boolean dirty) {
    List<Extent> before = all();
    map.clear();
    dataBytes = 0;
    dirtyBytes = 0;
    before.forEach(extent -> put(extent.start, extent.end, extent.kind, dirty));
  }

  /** Leaves to the base what it has too. */
  void dropClean() {
    for (Extent extent : all()) {
      if (!extent.dirty && extent.kind == Kind.DATA) {
        drop(extent);
      }
    }
  }

  /** All bytes of a range without gaps, also those in the base. */
  List<Extent> of(long start, long end) {
    List<Extent> found = new ArrayList<>();
    long at = start;
    while (at < end) {
      Map.Entry<Long, Extent> here = map.floorEntry(at);
      if (here != null && here.getValue().end > at) {
        Extent extent = here.getValue();
        long to = Math.min(end, extent.end);
        found.add(new Extent(at, to, extent.kind, extent.dirty));
        at = to;
      } else {
        Long next = map.higherKey(at);
        long to = next == null ? end : Math.min(end, next);
        found.add(new Extent(at, to, Kind.BASE, false));
        at = to;
      }
    }
    return found;
  }

  /** Whether all of a range is in the data file, and dirty. */
  boolean isDirtyData(long start, long end) {
    List<Extent> found = of(start, end);
    return found.stream().allMatch(extent -> extent.kind == Kind.DATA && extent.dirty);
  }
}
