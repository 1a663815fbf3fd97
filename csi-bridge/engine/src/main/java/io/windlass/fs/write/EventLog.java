package io.windlass.fs.write;

import io.windlass.proto.staging.Event;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The journal of a staged file: its events, which outlive the process once they are appended. */
final class EventLog implements AutoCloseable {
  private static final RecordFormat<Event> FORMAT =
      new RecordFormat<>("windlass journal", 1, Event.parser());

  private final RecordLog<Event> records;

  private EventLog(RecordLog<Event> records) {
    this.records = records;
  }

  /** Makes a journal that begins with these events; it is there with all of them or not at all. */
  static EventLog create(Path path, List<StagingEvent> events) throws IOException {
    return new EventLog(RecordLog.create(path, FORMAT, encoded(events)));
  }

  /**
   * Opens a journal and tells what is in it. One of version 0.1 is written anew.
   *
   * @throws NewerFormatException if a newer version wrote it; it is left as it is
   */
  static EventLog open(Path path, Consumer<StagingEvent> reader) throws IOException {
    Optional<List<StagingEvent>> legacy = LegacyJournal.read(path);
    if (legacy.isPresent()) {
      legacy.get().forEach(reader);
      return create(path, legacy.get());
    }
    return new EventLog(
        RecordLog.open(path, FORMAT, event -> reader.accept(EventCodec.decode(event))));
  }

  private static List<Event> encoded(List<StagingEvent> events) {
    return events.stream().map(EventCodec::encode).toList();
  }

  /** Its length in bytes. */
  long size() {
    return records.size();
  }

  /** Adds an event; when this returns it outlives the process, when it throws it is not there. */
  void append(StagingEvent event) throws IOException {
    records.append(EventCodec.encode(event));
  }

  /** Replaces all of it by these events, at once. */
  void rewrite(List<StagingEvent> events) throws IOException {
    records.rewrite(encoded(events));
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
