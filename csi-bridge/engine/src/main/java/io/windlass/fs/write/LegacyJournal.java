package io.windlass.fs.write;

import io.windlass.record.Frames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads journals of version 0.1: frames of events, without a header. */
final class LegacyJournal {
  /** Type of the first event of each journal. */
  private static final byte BEGUN = 1;

  private LegacyJournal() {}

  /**
   * Returns the events of a journal, up to one that was cut off; empty if the journal is not of
   * version 0.1.
   *
   * @throws IOException if the journal cannot be read
   */
  static Optional<List<StagingEvent>> read(Path path) throws IOException {
    try (DataFile file = DataFile.openToRead(path)) {
      long end = file.size();
      Optional<byte[]> frame = Frames.at(file, 0, end);
      if (frame.isEmpty() || frame.get()[0] != BEGUN) {
        return Optional.empty();
      }
      List<StagingEvent> events = new ArrayList<>();
      for (long at = 0; frame.isPresent(); frame = Frames.at(file, at, end)) {
        events.add(LegacyEventCodec.decode(frame.get()));
        at += Frames.length(frame.get());
      }
      return Optional.of(events);
    }
  }
}
