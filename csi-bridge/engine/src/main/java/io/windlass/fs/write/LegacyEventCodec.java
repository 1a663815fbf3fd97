package io.windlass.fs.write;

import io.windlass.store.Revision;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads events of version 0.1: a byte for the type, then the fields in order, with numbers in
 * network byte order.
 */
final class LegacyEventCodec {
  private LegacyEventCodec() {}

  /**
   * Returns the event in these bytes.
   *
   * @throws IOException if they are no event
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
          case 10 -> partSent(in);
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
    return new StagingEvent.Begun(id, key, base, map(in), time(in), Optional.empty());
  }

  /**
   * Reads a part: version 0.1 wrote an ETag, which is all that S3 needs to know of a part, and an
   * optional checksum.
   */
  private static StagingEvent partSent(DataInputStream in) throws IOException {
    int number = in.readInt();
    String state = text(in);
    Optional<String> _ = optional(in);
    return new StagingEvent.PartSent(number, state, in.readLong(), in.readLong());
  }

  private static Revision revision(DataInputStream in) throws IOException {
    return new Revision(text(in));
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a text is longer than its event");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static Optional<String> optional(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(text(in)) : Optional.empty();
  }

  private static Instant time(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  private static Map<String, String> map(DataInputStream in) throws IOException {
    Map<String, String> map = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      map.put(text(in), text(in));
    }
    return Map.copyOf(map);
  }
}
