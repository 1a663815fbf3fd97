package io.windlass.fs.staging;

import io.windlass.fs.journal.Extents;
import io.windlass.fs.read.ReadSlices;
import java.lang.foreign.MemorySegment;

/**
 * Fetches bytes that only the base of a staged file has to local disk. The caller holds the file,
 * so that the base stays; others may write meanwhile.
 */
final class BaseFetcher {
  private static final int AT_ONCE = 1 << 20;

  private final StagedContent content;
  private final OverlayReader reader;

  BaseFetcher(StagedContent content, OverlayReader reader) {
    this.content = content;
    this.reader = reader;
  }

  /** Fetches the bytes of a range that only the base has. */
  void fetch(long from, long to) {
    for (Extents.Extent extent : content.look(state -> state.extents().of(from, to))) {
      if (extent.kind() == Extents.Kind.BASE) {
        fetch(extent);
      }
    }
  }

  /** Fetches the bytes of a range of a snapshot that only the base has. */
  void fetch(FileSnapshot sent, long from, long to) {
    for (Extents.Extent extent : content.look(_ -> sent.extents().of(from, to))) {
      if (extent.kind() == Extents.Kind.BASE) {
        fetch(extent);
      }
    }
  }

  private void fetch(Extents.Extent extent) {
    long at = extent.start();
    while (at < extent.end()) {
      try (ReadSlices slices = reader.readBase(at, (int) Math.min(AT_ONCE, extent.end() - at))) {
        for (MemorySegment segment : slices.segments()) {
          content.keep(at, segment.asByteBuffer());
          at += segment.byteSize();
        }
      }
    }
  }
}
