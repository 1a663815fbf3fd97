package io.windlass.record;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Format of frames that follow one another. Each consists of the length of its content (4 bytes),
 * the CRC32C of its content (4 bytes), and the content.
 */
public final class Frames {
  /** Longest content in bytes. */
  public static final int LONGEST = 1 << 20;

  private static final int HEAD = 8;

  private Frames() {}

  /** Bytes that contain frames, read by position. */
  public interface Bytes {
    /**
     * Fills a buffer, from its position to its limit, with the bytes from an offset on, which all
     * exist. The buffer's position does not move.
     */
    void read(ByteBuffer into, long offset) throws IOException;
  }

  /**
   * Returns the frame of a message.
   *
   * @throws IOException if the message is empty, or longer than {@link #LONGEST}
   */
  public static ByteBuffer of(MessageLite message) throws IOException {
    int length = message.getSerializedSize();
    if (length < 1 || length > LONGEST) {
      throw new IOException("a record of %d bytes cannot be kept".formatted(length));
    }
    byte[] frame = new byte[HEAD + length];
    message.writeTo(CodedOutputStream.newInstance(frame, HEAD, length));
    return sealed(frame);
  }

  /** Returns the frame of this content. */
  public static ByteBuffer of(byte[] content) {
    byte[] frame = new byte[HEAD + content.length];
    System.arraycopy(content, 0, frame, HEAD, content.length);
    return sealed(frame);
  }

  private static ByteBuffer sealed(byte[] frame) {
    int length = frame.length - HEAD;
    return ByteBuffer.wrap(frame).putInt(0, length).putInt(4, checksum(frame, HEAD, length));
  }

  /** Returns the length in bytes of the frame of this content. */
  public static int length(byte[] content) {
    return HEAD + content.length;
  }

  /**
   * Returns the content of the frame that begins at an offset; empty if the frame is not whole
   * before {@code end}, or damaged.
   */
  public static Optional<byte[]> at(Bytes bytes, long offset, long end) throws IOException {
    long left = end - offset - HEAD;
    if (left < 0) {
      return Optional.empty();
    }
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    bytes.read(head, offset);
    int length = head.getInt(0);
    if (length < 1 || length > LONGEST || length > left) {
      return Optional.empty();
    }
    byte[] content = new byte[length];
    bytes.read(ByteBuffer.wrap(content), offset + HEAD);
    return checksum(content, 0, length) == head.getInt(4) ? Optional.of(content) : Optional.empty();
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
