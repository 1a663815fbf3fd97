package io.windlass.record;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Kind and format of records that follow one another. A header before the first record states them:
 * a frame with the name of the kind, which begins with a letter, and the version (4 bytes).
 */
public final class RecordFormat<R extends Message> {
  private static final int VERSION = Integer.BYTES;

  private final byte[] header;
  private final Parser<R> parser;

  /**
   * Creates a format.
   *
   * @param name name of the kind, of ASCII letters and spaces; the same in all versions
   * @param version version of the format, from 1; it changes when readers of the previous version
   *     would misunderstand a record
   * @param parser parser of a record
   */
  public RecordFormat(String name, int version, Parser<R> parser) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    this.header = ByteBuffer.allocate(text.length + VERSION).put(text).putInt(version).array();
    this.parser = DiscardUnknownFieldsParser.wrap(parser);
  }

  /** Returns the frame before the first record. */
  public ByteBuffer header() {
    return Frames.of(header);
  }

  /**
   * Returns whether the content of the first frame is this header.
   *
   * @param where where it was found, for messages
   * @throws NewerFormatException if it is the header of a newer version
   */
  public boolean isHeader(String where, byte[] found) throws NewerFormatException {
    int mismatch = Arrays.mismatch(found, header);
    if (mismatch >= header.length - VERSION) {
      throw new NewerFormatException(where);
    }
    return mismatch < 0;
  }

  /**
   * Parses a record.
   *
   * @param where where the bytes were found, for messages
   * @throws NewerFormatException if the record has a field that is not known here: ignoring it
   *     could lose data that a program wrote
   * @throws IOException if the bytes are no record
   */
  public R decode(String where, byte[] bytes) throws IOException {
    try {
      R record = parser.parseFrom(bytes);
      if (record.getSerializedSize() != bytes.length) {
        throw new NewerFormatException(where);
      }
      return record;
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("%s has a record that cannot be read".formatted(where), e);
    }
  }
}
