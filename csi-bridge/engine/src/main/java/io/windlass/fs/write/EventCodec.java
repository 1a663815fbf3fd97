package io.windlass.fs.write;

import io.windlass.store.Revision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Events as bytes: a byte that says which, then its fields in order, numbers in network order. */
final class EventCodec {
  private EventCodec() {}

  static byte[] encode(StagingEvent event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(event, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(StagingEvent event, DataOutputStream out) throws IOException {
    switch (event) {
      case StagingEvent.Begun begun -> {
        out.writeByte(1);
        out.writeLong(begun.id().instance());
        out.writeLong(begun.id().node());
        text(begun.key(), out);
        out.writeBoolean(begun.base().isPresent());
        if (begun.base().isPresent()) {
          BaseObject base = begun.base().get();
          text(base.key(), out);
          text(base.revision().token(), out);
          out.writeLong(base.size());
          time(base.modified(), out);
          map(base.metadata(), out);
        }
        map(begun.metadata(), out);
        time(begun.modified(), out);
      }
      case StagingEvent.Wrote(long offset, long length, Instant modified) -> {
        out.writeByte(2);
        out.writeLong(offset);
        out.writeLong(length);
        time(modified, out);
      }
      case StagingEvent.Truncated(long size, Instant modified) -> {
        out.writeByte(3);
        out.writeLong(size);
        time(modified, out);
      }
      case StagingEvent.Zeroed(long offset, long length, Instant modified) -> {
        out.writeByte(4);
        out.writeLong(offset);
        out.writeLong(length);
        time(modified, out);
      }
      case StagingEvent.Fetched(long offset, long length) -> {
        out.writeByte(5);
        out.writeLong(offset);
        out.writeLong(length);
      }
      case StagingEvent.Dropped _ -> out.writeByte(6);
      case StagingEvent.Described(Map<String, String> metadata, Instant modified) -> {
        out.writeByte(7);
        map(metadata, out);
        time(modified, out);
      }
      case StagingEvent.Moved(String key, Optional<Revision> revision) -> {
        out.writeByte(8);
        text(key, out);
        optional(revision.map(Revision::token), out);
      }
      case StagingEvent.UploadStarted started -> {
        out.writeByte(9);
        text(started.upload(), out);
        text(started.key(), out);
        text(started.token(), out);
        map(started.metadata(), out);
        time(started.modified(), out);
      }
      case StagingEvent.PartSent sent -> {
        out.writeByte(10);
        out.writeInt(sent.number());
        text(sent.state(), out);
        optional(Optional.empty(), out);
        out.writeLong(sent.offset());
        out.writeLong(sent.length());
      }
      case StagingEvent.UploadEnded _ -> out.writeByte(11);
      case StagingEvent.Publishing(String token, boolean traced) -> {
        out.writeByte(traced ? 17 : 12);
        text(token, out);
      }
      case StagingEvent.ChangedSince(long offset, long length) -> {
        out.writeByte(18);
        out.writeLong(offset);
        out.writeLong(length);
      }
      case StagingEvent.Published published -> {
        out.writeByte(13);
        text(published.token(), out);
        text(published.revision().token(), out);
        out.writeLong(published.size());
        time(published.modified(), out);
        map(published.metadata(), out);
      }
      case StagingEvent.Conflicted _ -> out.writeByte(14);
      case StagingEvent.Unlinked _ -> out.writeByte(15);
      case StagingEvent.Copied copied -> {
        out.writeByte(16);
        text(copied.token(), out);
        text(copied.revision().token(), out);
        out.writeLong(copied.size());
        time(copied.modified(), out);
        map(copied.metadata(), out);
        time(copied.changed(), out);
      }
    }
  }

  /**
   * The event that these bytes are.
   *
   * @throws IOException if they are none
   */
  static StagingEvent decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int type = in.readUnsignedByte();
    StagingEvent event =
        switch (type) {
          case 1 -> begun(in);
          case 2 -> new StagingEvent.Wrote(in.readLong(), in.readLong(), time(in));
          case 3 -> new StagingEvent.Truncated(in.readLong(), time(in));
          case 4 -> new StagingEvent.Zeroed(in.readLong(), in.readLong(), time(in));
          case 5 -> new StagingEvent.Fetched(in.readLong(), in.readLong());
          case 6 -> new StagingEvent.Dropped();
          case 7 -> new StagingEvent.Described(map(in), time(in));
          case 8 -> new StagingEvent.Moved(text(in), optional(in).map(Revision::new));
          case 9 -> new StagingEvent.UploadStarted(text(in), text(in), text(in), map(in), time(in));
          case 10 -> part(in);
          case 11 -> new StagingEvent.UploadEnded();
          case 12 -> new StagingEvent.Publishing(text(in), false);
          case 13 ->
              new StagingEvent.Published(text(in), revision(in), in.readLong(), time(in), map(in));
          case 14 -> new StagingEvent.Conflicted();
          case 15 -> new StagingEvent.Unlinked();
          case 16 ->
              new StagingEvent.Copied(
                  text(in), revision(in), in.readLong(), time(in), map(in), time(in));
          case 17 -> new StagingEvent.Publishing(text(in), true);
          case 18 -> new StagingEvent.ChangedSince(in.readLong(), in.readLong());
          default -> throw new IOException("no event has the type " + type);
        };
    if (in.available() > 0) {
      throw new IOException("an event is longer than its fields");
    }
    return event;
  }

  private static StagingEvent begun(DataInputStream in) throws IOException {
    StagedId id = new StagedId(in.readLong(), in.readLong());
    String key = text(in);
    Optional<BaseObject> base =
        in.readBoolean()
            ? Optional.of(new BaseObject(text(in), revision(in), in.readLong(), time(in), map(in)))
            : Optional.empty();
    return new StagingEvent.Begun(id, key, base, map(in), time(in));
  }

  /** Of a part there was to be a checksum once, which no store ever gave. */
  private static StagingEvent part(DataInputStream in) throws IOException {
    int number = in.readInt();
    String state = text(in);
    optional(in);
    return new StagingEvent.PartSent(number, state, in.readLong(), in.readLong());
  }

  private static Revision revision(DataInputStream in) throws IOException {
    return new Revision(text(in));
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a text is longer than its event");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static void optional(Optional<String> text, DataOutputStream out) throws IOException {
    out.writeBoolean(text.isPresent());
    if (text.isPresent()) {
      text(text.get(), out);
    }
  }

  private static Optional<String> optional(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(text(in)) : Optional.empty();
  }

  private static void time(Instant time, DataOutputStream out) throws IOException {
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
  }

  private static Instant time(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  private static void map(Map<String, String> map, DataOutputStream out) throws IOException {
    out.writeInt(map.size());
    for (Map.Entry<String, String> entry : new TreeMap<>(map).entrySet()) {
      text(entry.getKey(), out);
      text(entry.getValue(), out);
    }
  }

  private static Map<String, String> map(DataInputStream in) throws IOException {
    Map<String, String> map = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      map.put(text(in), text(in));
    }
    return Map.copyOf(map);
  }
}
