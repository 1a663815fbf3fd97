package io.windlass.fs.staging;

import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.store.Capabilities;
import io.windlass.store.RangeCopies;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans how files are cut into the parts of an upload.
 *
 * <p>A file that is all new is cut like a stream of unknown length: small parts at the beginning,
 * doubled after every 500, so that 10,000 parts of at most 5 GiB make 28 TiB. A file that changes
 * an object in places is cut by a grid as fine as the store allows, so that little more than the
 * changes is sent and the server copies the rest.
 */
final class PartPlan {
  private static final int DOUBLING = 500;

  private final Capabilities store;
  private final boolean copiesRanges;
  private final WriteSettings settings;
  private final long first;

  /**
   * Creates a plan.
   *
   * @param copiesRanges whether the store has {@link RangeCopies}
   */
  PartPlan(Capabilities store, boolean copiesRanges, WriteSettings settings) {
    this.store = store;
    this.copiesRanges = copiesRanges;
    this.settings = settings;
    this.first =
        Math.min(Math.max(settings.partBytes(), store.minPartBytes()), store.maxPartBytes());
  }

  /**
   * Part of an upload.
   *
   * @param number from 1
   * @param offset in the file, in bytes
   * @param length in bytes
   * @param copied whether the server copies the part from the base, which has it at the same offset
   */
  record PlannedPart(int number, long offset, long length, boolean copied) {
    long end() {
      return offset + length;
    }

    /** Returns the part with this number and range among parts by their offset. */
    Optional<StagingEvent.PartSent> among(Map<Long, StagingEvent.PartSent> sent) {
      return Optional.ofNullable(sent.get(offset))
          .filter(part -> part.number() == number && part.length() == length);
    }
  }

  /** Returns whether an upload may have so many parts. */
  boolean has(int number) {
    return number <= store.maxParts();
  }

  /** Returns part {@code number} of a stream. */
  PlannedPart ofStream(int number) {
    long offset = 0;
    long size = first;
    int left = number - 1;
    while (left >= DOUBLING && size < store.maxPartBytes()) {
      offset += DOUBLING * size;
      left -= DOUBLING;
      size = Math.min(2 * size, store.maxPartBytes());
    }
    return new PlannedPart(number, offset + left * size, size, false);
  }

  /** Returns all parts of a snapshot. */
  List<PlannedPart> of(FileSnapshot file) {
    boolean fits = ofStream(store.maxParts()).end() >= file.size();
    return fits && file.extents().dirtyBytes() == file.size() ? stream(file.size()) : grid(file);
  }

  private List<PlannedPart> stream(long size) {
    List<PlannedPart> parts = new ArrayList<>();
    for (long at = 0; at < size; at = parts.getLast().end()) {
      PlannedPart part = ofStream(parts.size() + 1);
      parts.add(
          new PlannedPart(part.number(), at, Math.min(part.length(), size - part.offset()), false));
    }
    return parts;
  }

  private List<PlannedPart> grid(FileSnapshot file) {
    long size = file.size();
    long cell = Math.max(store.minPartBytes(), (size + store.maxParts() - 1) / store.maxParts());
    int cells = (int) ((size + cell - 1) / cell);
    BitSet sent = new BitSet(cells);
    if (file.base().isEmpty() || !copiesRanges) {
      sent.set(0, cells);
    }
    for (Extents.Extent extent : file.extents().all()) {
      if (extent.dirty()) {
        sent.set((int) (extent.start() / cell), (int) ((extent.end() - 1) / cell) + 1);
      }
    }
    List<PlannedPart> parts = new ArrayList<>();
    for (int at = 0; at < cells; ) {
      boolean sends = sent.get(at);
      int run = sends ? sent.nextClearBit(at) : sent.nextSetBit(at);
      int most = (int) Math.max(1, (sends ? 2 * first : settings.copyBytes()) / cell);
      int to = Math.min(Math.min(run < 0 ? cells : run, cells), at + most);
      long start = at * cell;
      parts.add(
          new PlannedPart(parts.size() + 1, start, Math.min(to * cell, size) - start, !sends));
      at = to;
    }
    return parts;
  }
}
