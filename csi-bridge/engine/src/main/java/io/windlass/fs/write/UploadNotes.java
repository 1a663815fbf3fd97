package io.windlass.fs.write;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What must not be forgotten of uploads, each in a small file of the staging directory: it outlives
 * the process.
 */
final class UploadNotes {
  private static final String SUFFIX = ".upload";

  private final Path directory;
  private final StagingSpace room;

  UploadNotes(Path directory, StagingSpace room) {
    this.directory = directory;
    this.room = room;
  }

  /**
   * One of them.
   *
   * @param id of the upload that is to be over; empty: one of this key may have been started since
   */
  record Note(Path path, String key, Optional<String> id, Instant since) {}

  /** A start of an upload that is about to be asked for. */
  Note start(String key) {
    return write(key, Optional.empty());
  }

  /** An upload that has to end. */
  Note end(String key, String id) {
    return write(key, Optional.of(id));
  }

  private Note write(String key, Optional<String> id) {
    Note note = new Note(directory.resolve(UUID.randomUUID() + SUFFIX), key, id, Instant.now());
    try {
      byte[] bytes = bytes(note);
      try {
        Files.write(note.path, bytes);
      } catch (IOException e) {
        if (!room.release()) {
          throw e;
        }
        Files.write(note.path, bytes);
      }
      return note;
    } catch (IOException e) {
      throw WriteException.of(key, e);
    }
  }

  private static byte[] bytes(Note note) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(note.key);
      out.writeUTF(note.id.orElse(""));
      out.writeLong(note.since.toEpochMilli());
    }
    return bytes.toByteArray();
  }

  /** All that there are. */
  List<Note> all() throws IOException {
    List<Note> notes = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
        Optional<Note> note = read(file);
        note.ifPresent(notes::add);
        if (note.isEmpty()) {
          // Cut off: what it was to announce was never begun.
          Files.deleteIfExists(file);
        }
      }
    }
    return notes;
  }

  private static Optional<Note> read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      String key = in.readUTF();
      Optional<String> id = Optional.of(in.readUTF()).filter(known -> !known.isEmpty());
      return Optional.of(new Note(file, key, id, Instant.ofEpochMilli(in.readLong())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** That is settled. */
  void delete(Note note) {
    try {
      Files.deleteIfExists(note.path);
    } catch (IOException e) {
      // Aborting again does no harm.
    }
  }
}
