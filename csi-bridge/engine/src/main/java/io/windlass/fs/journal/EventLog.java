package io.windlass.fs.journal;

import io.windlass.proto.staging.Event;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Journal of a staged file. Its events outlive the process once they are appended. */
public final class EventLog implements AutoCloseable {
  private static final RecordFormat<Event> FORMAT =
      new RecordFormat<>("windlass journal", 1, Event.parser());

  private final RecordLog<Event> records;

  private EventLog(RecordLog<Event> records) {
    this.records = records;
  }

  /** Creates a journal with these events; it exists with all of them or not at all. */
  public static EventLog create(Path path, List<StagingEvent> events) throws IOException {
    return new EventLog(RecordLog.create(path, FORMAT, encoded(events)));
  }

  /**
   * Opens a journal and passes its events to {@code reader}.
   *
   * @throws NewerFormatException if a newer version wrote the journal; it is left as it is
   */
  public static EventLog open(Path path, Consumer<StagingEvent> reader) throws IOException {
    return new EventLog(
        RecordLog.open(path, FORMAT, event -> reader.accept(EventCodec.decode(event))));
  }

  /** Passes the events of a journal to {@code reader}, and changes nothing. */
  public static void look(Path path, Consumer<StagingEvent> reader) throws IOException {
    RecordLog.look(path, FORMAT, event -> reader.accept(EventCodec.decode(event)));
  }

  private static List<Event> encoded(List<StagingEvent> events) {
    return events.stream().map(EventCodec::encode).toList();
  }

  /** Returns the length in bytes. */
  public long size() {
    return records.size();
  }

  /**
   * Appends an event. When this returns, the event outlives the process; when it throws, the
   * journal does not have it.
   */
  public void append(StagingEvent event) throws IOException {
    records.append(EventCodec.encode(event));
  }

  /** Replaces all events by these, atomically. */
  public void rewrite(List<StagingEvent> events) throws IOException {
    records.rewrite(encoded(events));
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
