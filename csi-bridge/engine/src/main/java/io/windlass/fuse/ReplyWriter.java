package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Writes answers and notifications to the device. A message is a head and parts that are not
 * copied.
 */
final class ReplyWriter {
  /** Size of struct fuse_out_header in bytes. The body of the answer follows it. */
  static final int HEADER = 16;

  /** Bytes reserved for a head and its body. The vector for writev(2) follows them. */
  static final int HEAD = 1024;

  private static final int IOVEC = 16;

  /** Most parts: the kernel takes 1024 pieces (UIO_MAXIOV), of which one is the head. */
  private static final int MAX_PARTS = 1023;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private ReplyWriter() {}

  /**
   * Writes one message.
   *
   * @param head memory whose first bytes after {@link #HEADER} hold the body
   * @param error as in fuse_out_header: a negative error number, or the code of a notification
   * @param body length of the body in bytes
   * @return result of the system call: a negative error number, or the number of bytes written
   */
  static long write(
      Descriptor device,
      MemorySegment head,
      long unique,
      int error,
      int body,
      List<MemorySegment> parts) {
    long length = (long) HEADER + body;
    for (MemorySegment part : parts) {
      if (!part.isNative()) {
        throw new IllegalArgumentException("the kernel does not read memory of the Java heap");
      }
      length += part.byteSize();
    }
    head.set(INT, 0, Math.toIntExact(length));
    head.set(INT, 4, error);
    head.set(LONG, 8, unique);
    if (parts.isEmpty()) {
      return device.write(head.address(), length);
    }
    if (parts.size() > MAX_PARTS) {
      throw new IllegalArgumentException("an answer in %d parts".formatted(parts.size()));
    }
    long vector = (long) IOVEC * (parts.size() + 1);
    if (HEAD + vector <= head.byteSize()) {
      return vectored(device, head, HEADER + body, parts, head.asSlice(HEAD, vector));
    }
    try (Arena arena = Arena.ofConfined()) {
      return vectored(device, head, HEADER + body, parts, arena.allocate(vector, 8));
    }
  }

  private static long vectored(
      Descriptor device,
      MemorySegment head,
      int headLength,
      List<MemorySegment> parts,
      MemorySegment vector) {
    vector.set(LONG, 0, head.address());
    vector.set(LONG, 8, headLength);
    long at = IOVEC;
    for (MemorySegment part : parts) {
      vector.set(LONG, at, part.address());
      vector.set(LONG, at + 8, part.byteSize());
      at += IOVEC;
    }
    return device.writev(vector.address(), parts.size() + 1);
  }
}
