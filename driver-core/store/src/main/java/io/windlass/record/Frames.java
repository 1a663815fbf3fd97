package io.windlass.record;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Frames, one after another: each is the length of its content, a CRC32C of that, and the content.
 */
public final class Frames {
  /** Longest content in bytes. */
  public static final int LONGEST = 1 << 20;

  private static final int HEAD = 8;

  private Frames() {}

  /** Where frames are, read by position. */
  public interface Bytes {
    /** Fills a buffer with what begins at an offset; all of it is there. Its position stays. */
    void read(ByteBuffer into, long offset) throws IOException;
  }

  /**
   * A frame of a message.
   *
   * @throws IOException if it is empty, or longer than {@link #LONGEST}
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

  /** A frame of this content. */
  public static ByteBuffer of(byte[] content) {
    byte[] frame = new byte[HEAD + content.length];
    System.arraycopy(content, 0, frame, HEAD, content.length);
    return sealed(frame);
  }

  private static ByteBuffer sealed(byte[] frame) {
    int length = frame.length - HEAD;
    return ByteBuffer.wrap(frame).putInt(0, length).putInt(4, checksum(frame, HEAD, length));
  }

  /** Length of a frame with this content. */
  public static int length(byte[] content) {
    return HEAD + content.length;
  }

  /** The content of the frame that begins at an offset; empty if it is not whole. */
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
