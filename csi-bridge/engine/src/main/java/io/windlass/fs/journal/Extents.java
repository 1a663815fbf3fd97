package io.windlass.fs.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Map of where the bytes of a staged file are: in the data file, nowhere because they are zeros,
 * or, where the map has no extent, in the base object at the same offset. Extents may begin and end
 * at any byte; neighbours that are alike are one extent.
 */
public final class Extents {
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
   * @param dirty whether the base does not have these bytes; never true for {@link Kind#BASE}
   */
  public record Extent(long start, long end, Kind kind, boolean dirty) {
    public long length() {
      return end - start;
    }
  }

  private final NavigableMap<Long, Extent> map = new TreeMap<>();
  private long dataBytes;
  private long dirtyBytes;
  private long holeBytes;

  /** Returns a copy of the map. */
  public Extents copy() {
    Extents copy = new Extents();
    copy.map.putAll(map);
    copy.dataBytes = dataBytes;
    copy.dirtyBytes = dirtyBytes;
    copy.holeBytes = holeBytes;
    return copy;
  }

  /** Returns the number of bytes in the data file. */
  public long dataBytes() {
    return dataBytes;
  }

  /** Returns the number of bytes that the base does not have. */
  public long dirtyBytes() {
    return dirtyBytes;
  }

  /** Returns the number of zeros that the base does not have. */
  public long holeBytes() {
    return holeBytes;
  }

  /** Returns by how much these zeros become more if all of a range becomes a hole. */
  public long newHoleBytes(long start, long end) {
    return of(start, end).stream()
        .filter(extent -> extent.kind != Kind.ZERO || !extent.dirty)
        .mapToLong(Extent::length)
        .sum();
  }

  /** Returns the extents that are not in the base alone. */
  public List<Extent> all() {
    return List.copyOf(map.values());
  }

  /** Sets where the bytes of a range are. */
  public void put(long start, long end, Kind kind, boolean dirty) {
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
    holeBytes += extent.dirty && extent.kind == Kind.ZERO ? sign * extent.length() : 0;
  }

  /** Removes all extents from {@code size} on. */
  public void cut(long size) {
    put(size, Long.MAX_VALUE, Kind.BASE, false);
  }

  /** Marks everything as clean, because the base has it now, but keeps these ranges dirty. */
  public void allCleanBut(Ranges newer) {
    mark(false);
    for (Ranges.Range range : newer.all()) {
      for (Extent extent : of(range.start(), range.end())) {
        put(extent.start, extent.end, extent.kind, true);
      }
    }
  }

  /** Marks everything as dirty, because the base does not have it any more. */
  public void allDirty() {
    mark(true);
  }

  private void mark(boolean dirty) {
    List<Extent> before = all();
    map.clear();
    dataBytes = 0;
    dirtyBytes = 0;
    holeBytes = 0;
    before.forEach(extent -> put(extent.start, extent.end, extent.kind, dirty));
  }

  /** Removes clean extents of the data file: the base has their bytes too. */
  public void dropClean() {
    for (Extent extent : all()) {
      if (!extent.dirty && extent.kind == Kind.DATA) {
        drop(extent);
      }
    }
  }

  /** Returns the extents of a range without gaps, including those in the base. */
  public List<Extent> of(long start, long end) {
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

  /** Returns whether all of a range is in the data file and dirty. */
  public boolean isDirtyData(long start, long end) {
    List<Extent> found = of(start, end);
    return found.stream().allMatch(extent -> extent.kind == Kind.DATA && extent.dirty);
  }
}
