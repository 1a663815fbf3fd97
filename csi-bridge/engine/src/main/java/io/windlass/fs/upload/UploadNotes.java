package io.windlass.fs.upload;

import io.windlass.fs.journal.DamagedLogException;
import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.journal.StagingSpace;
import io.windlass.fs.journal.Times;
import io.windlass.fs.journal.WriteException;
import io.windlass.proto.staging.UploadNote;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes of uploads, each in a small file of the staging directory, so that they outlive the
 * process.
 */
public final class UploadNotes {
  private static final Logger log = LoggerFactory.getLogger(UploadNotes.class);
  private static final String SUFFIX = ".note";
  private static final RecordFormat<UploadNote> FORMAT =
      new RecordFormat<>("windlass upload", 1, UploadNote.parser());

  private final Path directory;
  private final StagingSpace room;

  public UploadNotes(Path directory, StagingSpace room) {
    this.directory = directory;
    this.room = room;
  }

  /**
   * Note of an upload.
   *
   * @param path of the file that keeps the note
   * @param key of the object
   * @param state of the upload that has to end; if empty, an upload of the key may have been
   *     started since
   * @param since when the note was written
   */
  record Note(Path path, String key, Optional<String> state, Instant since) {}

  /** Writes a note that an upload is about to be started. */
  Note start(String key) {
    return write(key, Optional.empty());
  }

  /** Writes a note that an upload has to end. */
  Note end(String key, String state) {
    return write(key, Optional.of(state));
  }

  private Note write(String key, Optional<String> state) {
    Note note = new Note(directory.resolve(UUID.randomUUID() + SUFFIX), key, state, Instant.now());
    try {
      try {
        write(note);
      } catch (IOException e) {
        if (!room.release()) {
          throw e;
        }
        write(note);
      }
      return note;
    } catch (IOException e) {
      throw WriteException.of(key, e);
    }
  }

  private static void write(Note note) throws IOException {
    UploadNote.Builder record =
        UploadNote.newBuilder().setKey(note.key).setSince(Times.encode(note.since));
    note.state.ifPresent(record::setState);
    RecordLog.create(note.path, FORMAT, List.of(record.build())).close();
  }

  /**
   * Returns all notes.
   *
   * @throws NewerFormatException if a newer version wrote a note; it is left as it is
   * @throws IOException if a note cannot be read now
   */
  List<Note> all() throws IOException {
    List<Note> notes = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
        read(file).ifPresent(notes::add);
      }
    }
    return notes;
  }

  private static Optional<Note> read(Path file) throws IOException {
    try {
      return Optional.of(decode(file, RecordLog.single(file, FORMAT)));
    } catch (DamagedLogException e) {
      // The note was cut off, so what it was to announce was never begun.
      log.debug("an incomplete record of an upload is dropped", e);
      Files.deleteIfExists(file);
      return Optional.empty();
    }
  }

  private static Note decode(Path file, UploadNote note) {
    return new Note(
        file,
        note.getKey(),
        note.hasState() ? Optional.of(note.getState()) : Optional.empty(),
        Times.decode(note.getSince()));
  }

  /** Deletes a note that is settled. */
  void delete(Note note) {
    try {
      Files.deleteIfExists(note.path);
    } catch (IOException e) {
      // If the note stays, its upload is aborted again, which does no harm.
    }
  }
}
