package io.windlass.fs.journal;

import com.google.protobuf.Message;
import io.windlass.record.Frames;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of records, each in a frame with its length and a checksum. A record outlives the process as
 * soon as it is appended. A record that was cut off at the end of the file was never acknowledged;
 * it is dropped when the file is opened.
 */
public final class RecordLog<R extends Message> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RecordLog.class);

  /** Suffix of the name of a file that is being made. */
  public static final String DRAFT = ".new";

  private final Path path;
  private final RecordFormat<R> format;
  private DataFile file;
  private long size;

  private RecordLog(Path path, RecordFormat<R> format, DataFile file, long size) {
    this.path = path;
    this.format = format;
    this.file = file;
    this.size = size;
  }

  /**
   * Creates a file with these records in place of the one at {@code path}; it exists with all of
   * them or not at all.
   */
  public static <R extends Message> RecordLog<R> create(
      Path path, RecordFormat<R> format, List<R> records) throws IOException {
    Path draft = path.resolveSibling(path.getFileName() + DRAFT);
    Files.deleteIfExists(draft);
    DataFile file = DataFile.open(draft);
    try {
      long size = write(file, 0, format.header());
      for (R record : records) {
        size = write(file, size, Frames.of(record));
      }
      file.moveTo(path);
      return new RecordLog<>(path, format, file, size);
    } catch (IOException e) {
      try (file) {
        Files.deleteIfExists(draft);
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  private static long write(DataFile file, long offset, ByteBuffer frame) throws IOException {
    file.write(frame, offset);
    return offset + frame.remaining();
  }

  /** Receiver of the records of a file. */
  public interface Reader<R> {
    void read(R record) throws IOException;
  }

  /**
   * Opens a file and passes its records to {@code reader}.
   *
   * @throws NewerFormatException if a newer version wrote the file; it is left as it is
   * @throws IOException if the file is of another kind or cannot be read
   */
  public static <R extends Message> RecordLog<R> open(
      Path path, RecordFormat<R> format, Reader<R> reader) throws IOException {
    DataFile file = DataFile.open(path);
    try {
      ByteBuffer header = format.header();
      if (isCutOff(file, header)) {
        file.write(header, 0);
      } else {
        requireHeader(path, format, file);
      }
      long size = header.remaining();
      long end = file.size();
      for (Optional<byte[]> frame = Frames.at(file, size, end);
          frame.isPresent();
          frame = Frames.at(file, size, end)) {
        reader.read(format.decode(path.toString(), frame.get()));
        size += Frames.length(frame.get());
      }
      if (size < end) {
        log.warn("the last {} bytes of {} are no whole record, and are dropped", end - size, path);
        file.truncate(size);
      }
      return new RecordLog<>(path, format, file, size);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Passes the records of a file to {@code reader}, and changes nothing: another process may append
   * to it.
   *
   * @throws NewerFormatException if a newer version wrote the file
   * @throws IOException if the file is not there, is of another kind or cannot be read
   */
  public static <R extends Message> void look(Path path, RecordFormat<R> format, Reader<R> reader)
      throws IOException {
    try (DataFile file = DataFile.openToRead(path)) {
      if (isCutOff(file, format.header())) {
        return;
      }
      requireHeader(path, format, file);
      long end = file.size();
      long at = format.header().remaining();
      for (Optional<byte[]> frame = Frames.at(file, at, end);
          frame.isPresent();
          frame = Frames.at(file, at, end)) {
        reader.read(format.decode(path.toString(), frame.get()));
        at += Frames.length(frame.get());
      }
    }
  }

  /** Whether the process that made the file died before its header was whole. */
  private static boolean isCutOff(DataFile file, ByteBuffer header) throws IOException {
    if (file.size() >= header.remaining()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate((int) file.size());
    file.read(found, 0);
    return found.equals(header.slice(0, found.remaining()));
  }

  private static void requireHeader(Path path, RecordFormat<?> format, DataFile file)
      throws IOException {
    Optional<byte[]> found = Frames.at(file, 0, file.size());
    if (found.isEmpty() || !format.isHeader(path.toString(), found.get())) {
      throw new DamagedLogException("%s is damaged: its content cannot be read".formatted(path));
    }
  }

  /**
   * Returns the record of a file that has only one.
   *
   * @throws NewerFormatException if a newer version wrote the file; it is left as it is
   * @throws DamagedLogException if the file has no record
   * @throws IOException if the file cannot be read now
   */
  public static <R extends Message> R single(Path path, RecordFormat<R> format) throws IOException {
    List<R> records = new ArrayList<>();
    open(path, format, records::add).close();
    if (records.isEmpty()) {
      throw new DamagedLogException("%s has no record".formatted(path));
    }
    return records.getFirst();
  }

  /** Returns the length in bytes. */
  public long size() {
    return size;
  }

  /**
   * Appends a record. When this returns, the record outlives the process; when it throws, the file
   * does not have it.
   */
  public void append(R record) throws IOException {
    ByteBuffer frame = Frames.of(record);
    try {
      file.write(frame, size);
    } catch (IOException e) {
      cutOff(e);
      throw e;
    }
    size += frame.remaining();
  }

  private void cutOff(IOException reason) {
    try {
      file.truncate(size);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** Replaces all records by these, atomically. */
  public void rewrite(List<R> records) throws IOException {
    RecordLog<R> fresh = create(path, format, records);
    DataFile replaced = file;
    file = fresh.file;
    size = fresh.size;
    replaced.close();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
