package io.windlass.fs.write;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Kind and version of the records in a file. The header says both: a frame with the name, which
 * begins with a letter, and the version. Version 0.1 of this program takes that for an unknown
 * event and leaves the file as it is.
 */
public final class RecordFormat<R extends Message> {
  private static final int VERSION = Integer.BYTES;

  private final byte[] header;
  private final Parser<R> parser;

  /**
   * Creates a format.
   *
   * @param name of ASCII letters and spaces; the same in all versions
   * @param version from 1; a new one where a reader of the version before would misunderstand a
   *     record
   * @param parser of a record
   */
  public RecordFormat(String name, int version, Parser<R> parser) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    this.header = ByteBuffer.allocate(text.length + VERSION).put(text).putInt(version).array();
    this.parser = DiscardUnknownFieldsParser.wrap(parser);
  }

  ByteBuffer header() {
    return Frames.of(header);
  }

  /**
   * Checks that a file has this format.
   *
   * @return whether the file has the header; false if it was cut off before the header was written
   * @throws NewerFormatException if the file has another version of this format
   * @throws IOException if the file is not of this kind, or cannot be read
   */
  boolean isAt(Path path, DataFile file) throws IOException {
    Optional<byte[]> found = Frames.at(file, 0, file.size());
    if (found.isPresent() && Arrays.equals(found.get(), header)) {
      return true;
    }
    if (found.isPresent() && Arrays.mismatch(found.get(), header) >= header.length - VERSION) {
      throw new NewerFormatException(path);
    }
    if (isCutOff(file)) {
      return false;
    }
    throw new IOException("%s is damaged: what it held cannot be told".formatted(path));
  }

  private boolean isCutOff(DataFile file) throws IOException {
    ByteBuffer whole = header();
    if (file.size() >= whole.remaining()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate((int) file.size());
    file.read(found, 0);
    return found.equals(whole.limit(found.remaining()));
  }

  /**
   * Returns the record in these bytes.
   *
   * @throws NewerFormatException if the record has fields unknown here: to ignore them could lose
   *     what a newer program wrote
   * @throws IOException if the bytes are no record
   */
  R decode(Path path, byte[] bytes) throws IOException {
    try {
      R record = parser.parseFrom(bytes);
      if (record.getSerializedSize() != bytes.length) {
        throw new NewerFormatException(path);
      }
      return record;
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("%s has a record that is no record".formatted(path), e);
    }
  }
}
