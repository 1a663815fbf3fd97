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
 * Of what kind and format the records of a file are. Its header says so: a frame of the name, which
 * begins with a letter, and the version. Version 0.1 takes that for an event that it does not know,
 * and leaves the file as it is.
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

  ByteBuffer header() {
    return Frames.of(header);
  }

  /**
   * Makes sure that a file has this format.
   *
   * @return whether it has the header; if not, it was cut off before that was there
   * @throws NewerFormatException if it is of a newer version
   * @throws IOException if it is no file of this kind
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
   * The record that has these bytes.
   *
   * @throws NewerFormatException if something in it is not known here: to pass over it could lose
   *     what a program wrote
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
