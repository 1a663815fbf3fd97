package io.windlass.fs.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The journal of a staged file: events, each with its length and a checksum, that outlive the
 * process as soon as they are appended. An event that was cut off at the end was never
 * acknowledged; it is dropped when the journal is opened.
 */
final class EventLog implements AutoCloseable {
  private static final int FRAME = 8;
  private static final int MAX_EVENT = 1 << 20;

  private final Path path;
  private DataFile file;
  private long size;

  private EventLog(Path path, DataFile file, long size) {
    this.path = path;
    this.file = file;
    this.size = size;
  }

  /** Makes a journal that begins with these events; it is there with all of them or not at all. */
  static EventLog create(Path path, List<StagingEvent> events) throws IOException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    DataFile file = DataFile.open(fresh);
    try {
      long size = 0;
      for (StagingEvent event : events) {
        ByteBuffer record = record(event);
        file.write(record, size);
        size += record.remaining();
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return new EventLog(path, DataFile.open(path), size);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    } finally {
      file.close();
    }
  }

  /** Opens a journal and tells what is in it. */
  static EventLog open(Path path, Consumer<StagingEvent> reader) throws IOException {
    DataFile file = DataFile.open(path);
    try {
      long at = 0;
      long end = file.size();
      while (end - at >= FRAME) {
        ByteBuffer frame = read(file, at, FRAME);
        int length = frame.getInt(0);
        if (length < 1 || length > MAX_EVENT || length > end - at - FRAME) {
          break;
        }
        byte[] bytes = read(file, at + FRAME, length).array();
        if (checksum(bytes) != frame.getInt(4)) {
          break;
        }
        reader.accept(EventCodec.decode(bytes));
        at += FRAME + length;
      }
      file.truncate(at);
      return new EventLog(path, file, at);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static ByteBuffer read(DataFile file, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.read(bytes, at);
    return bytes;
  }

  private static ByteBuffer record(StagingEvent event) throws IOException {
    byte[] bytes = EventCodec.encode(event);
    if (bytes.length > MAX_EVENT) {
      throw new IOException("an event of %d bytes is too long".formatted(bytes.length));
    }
    ByteBuffer record = ByteBuffer.allocate(FRAME + bytes.length);
    return record.putInt(bytes.length).putInt(checksum(bytes)).put(bytes).flip();
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Its length in bytes. */
  long size() {
    return size;
  }

  /** Adds an event; when this returns it outlives the process, when it throws it is not there. */
  void append(StagingEvent event) throws IOException {
    ByteBuffer record = record(event);
    try {
      file.write(record, size);
    } catch (IOException e) {
      cutOff(e);
      throw e;
    }
    size += record.remaining();
  }

  private void cutOff(IOException reason) {
    try {
      file.truncate(size);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** Replaces all of it by these events, at once. */
  void rewrite(List<StagingEvent> events) throws IOException {
    EventLog fresh = create(path, events);
    file.close();
    file = fresh.file;
    size = fresh.size;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
