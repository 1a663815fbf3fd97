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
 * Of what kind and format records are that lie one after another. A header before the first says
 * so: a frame of the name, which begins with a letter, and the version. Version 0.1 of the mount
 * engine takes that for an event that it does not know, and leaves the file as it is.
 */
public final class RecordFormat<R extends Message> {
  private static final int VERSION = Integer.BYTES;

  private final byte[] header;
  private final Parser<R> parser;

  /**
   * @param name of ASCII letters and spaces; the same in all versions
   * @param version from 1; another where a reader of the one before would misunderstand a record
   * @param parser of a record
   */
  public RecordFormat(String name, int version, Parser<R> parser) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    this.header = ByteBuffer.allocate(text.length + VERSION).put(text).putInt(version).array();
    this.parser = DiscardUnknownFieldsParser.wrap(parser);
  }

  /** The frame before the first record. */
  public ByteBuffer header() {
    return Frames.of(header);
  }

  /**
   * Whether what the first frame holds is this header.
   *
   * @param where it was found, for a message
   * @throws NewerFormatException if it is that of a newer version
   */
  public boolean isHeader(String where, byte[] found) throws NewerFormatException {
    int mismatch = Arrays.mismatch(found, header);
    if (mismatch >= header.length - VERSION) {
      throw new NewerFormatException(where);
    }
    return mismatch < 0;
  }

  /**
   * The record that has these bytes.
   *
   * @param where it was found, for a message
   * @throws NewerFormatException if something in it is not known here: to pass over it could lose
   *     what a program wrote
   * @throws IOException if it is no record
   */
  public R decode(String where, byte[] bytes) throws IOException {
    try {
      R record = parser.parseFrom(bytes);
      if (record.getSerializedSize() != bytes.length) {
        throw new NewerFormatException(where);
      }
      return record;
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("%s has a record that is no record".formatted(where), e);
    }
  }
}
