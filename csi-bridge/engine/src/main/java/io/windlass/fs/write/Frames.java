package io.windlass.fs.write;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Frames of a file. Each is the length of its content (4 bytes), a CRC32C of the content (4 bytes),
 * and the content.
 */
final class Frames {
  /** Longest content in bytes. */
  static final int LONGEST = 1 << 20;

  private static final int HEAD = 8;

  private Frames() {}

  static ByteBuffer of(MessageLite message) throws IOException {
    int length = message.getSerializedSize();
    if (length < 1 || length > LONGEST) {
      throw new IOException("a record of %d bytes cannot be kept".formatted(length));
    }
    byte[] frame = new byte[HEAD + length];
    message.writeTo(CodedOutputStream.newInstance(frame, HEAD, length));
    return sealed(frame);
  }

  static ByteBuffer of(byte[] content) {
    byte[] frame = new byte[HEAD + content.length];
    System.arraycopy(content, 0, frame, HEAD, content.length);
    return sealed(frame);
  }

  private static ByteBuffer sealed(byte[] frame) {
    int length = frame.length - HEAD;
    return ByteBuffer.wrap(frame).putInt(0, length).putInt(4, checksum(frame, HEAD, length));
  }

  /** Returns the length in bytes of a frame with this content. */
  static int length(byte[] content) {
    return HEAD + content.length;
  }

  /** Returns the content of the frame at an offset; empty if the frame is cut off or damaged. */
  static Optional<byte[]> at(DataFile file, long offset, long end) throws IOException {
    long left = end - offset - HEAD;
    if (left < 0) {
      return Optional.empty();
    }
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    file.read(head, offset);
    int length = head.getInt(0);
    if (length < 1 || length > LONGEST || length > left) {
      return Optional.empty();
    }
    byte[] content = new byte[length];
    file.read(ByteBuffer.wrap(content), offset + HEAD);
    return checksum(content, 0, length) == head.getInt(4) ? Optional.of(content) : Optional.empty();
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
