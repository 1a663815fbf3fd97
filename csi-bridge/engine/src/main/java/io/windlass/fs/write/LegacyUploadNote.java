package io.windlass.fs.write;

import io.windlass.fs.write.UploadNotes.Note;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Reads notes of version 0.1: key, upload id or an empty text, and time in milliseconds. */
final class LegacyUploadNote {
  static final String SUFFIX = ".upload";

  private LegacyUploadNote() {}

  static Note read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String key = in.readUTF();
      Optional<String> id = Optional.of(in.readUTF()).filter(known -> !known.isEmpty());
      return new Note(file, key, id, Instant.ofEpochMilli(in.readLong()));
    }
  }
}
