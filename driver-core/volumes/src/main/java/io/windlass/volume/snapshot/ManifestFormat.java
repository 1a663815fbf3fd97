package io.windlass.volume.snapshot;

import com.google.protobuf.Timestamp;
import io.windlass.object.Revision;
import io.windlass.proto.snapshot.PageRecord;
import io.windlass.record.Frames;
import io.windlass.record.RecordFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Format of the pages of manifests: a header, the head of the page and its entries, each in a frame
 * with a checksum. See {@code manifest.proto}.
 */
final class ManifestFormat {
  private static final RecordFormat<PageRecord> FORMAT =
      new RecordFormat<>("windlass snapshot page", 1, PageRecord.parser());

  private ManifestFormat() {}

  static byte[] encode(int page, List<ManifestEntry> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(FORMAT.header().array());
    PageRecord.Head head =
        PageRecord.Head.newBuilder().setNumber(page).setEntries(entries.size()).build();
    out.write(Frames.of(PageRecord.newBuilder().setHead(head).build()).array());
    for (ManifestEntry entry : entries) {
      out.write(Frames.of(PageRecord.newBuilder().setEntry(encode(entry)).build()).array());
    }
    return out.toByteArray();
  }

  private static PageRecord.Entry encode(ManifestEntry entry) {
    Instant modified = entry.modified();
    PageRecord.Entry.Builder record =
        PageRecord.Entry.newBuilder()
            .setKey(entry.key())
            .setCopy(entry.copy())
            .setSize(entry.size())
            .setModified(
                Timestamp.newBuilder()
                    .setSeconds(modified.getEpochSecond())
                    .setNanos(modified.getNano()));
    entry.version().ifPresent(record::setVersion);
    entry.revision().map(Revision::token).ifPresent(record::setRevision);
    return record.build();
  }

  /**
   * Reads the entries of a page.
   *
   * @param where description of the page, for messages
   * @throws io.windlass.record.NewerFormatException if a newer version wrote it
   * @throws IOException if it is damaged, or is another page
   */
  static List<ManifestEntry> decode(String where, int page, byte[] bytes) throws IOException {
    FrameReader frames = new FrameReader(bytes);
    if (!FORMAT.isHeader(where, frames.next())) {
      throw new IOException("it is no page of a manifest");
    }
    PageRecord.Head head = FORMAT.decode(where, frames.next()).getHead();
    if (head.getNumber() != page) {
      throw new IOException("it says that it is page %d".formatted(head.getNumber()));
    }
    List<ManifestEntry> entries = new ArrayList<>();
    while (entries.size() < head.getEntries()) {
      PageRecord record = FORMAT.decode(where, frames.next());
      if (!record.hasEntry()) {
        throw new IOException("a record is no entry");
      }
      entries.add(decode(record.getEntry()));
    }
    frames.requireEnd();
    return entries;
  }

  private static ManifestEntry decode(PageRecord.Entry entry) {
    return new ManifestEntry(
        entry.getKey(),
        entry.hasVersion() ? Optional.of(entry.getVersion()) : Optional.empty(),
        entry.getCopy(),
        entry.getSize(),
        Instant.ofEpochSecond(entry.getModified().getSeconds(), entry.getModified().getNanos()),
        entry.hasRevision() ? Optional.of(new Revision(entry.getRevision())) : Optional.empty());
  }

  /** Reads the frames of a page. Each of them must be whole. */
  private static final class FrameReader {
    private final byte[] bytes;
    private int at;

    FrameReader(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] next() throws IOException {
      byte[] content =
          Frames.at(this::read, at, bytes.length)
              .orElseThrow(() -> new IOException("a checksum does not match at byte " + at));
      at += Frames.length(content);
      return content;
    }

    private void read(ByteBuffer into, long offset) {
      into.put(into.position(), bytes, (int) offset, into.remaining());
    }

    void requireEnd() throws IOException {
      if (at < bytes.length) {
        throw new IOException("more follows its last entry");
      }
    }
  }
}
