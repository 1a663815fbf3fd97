package io.windlass.fuse.message;

import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads the fields of one request in order, never past its end. */
final class RequestReader {
  private final MemorySegment memory;
  private final long end;
  private long position;

  /** Creates a reader of the bytes of {@code memory} from {@code start} up to {@code end}. */
  RequestReader(MemorySegment memory, long start, long end) {
    this.memory = memory;
    this.position = start;
    this.end = end;
  }

  int u32() throws MalformedException {
    return memory.get(ValueLayout.JAVA_INT_UNALIGNED, advance(4));
  }

  long u64() throws MalformedException {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, advance(8));
  }

  /** Reads a 64-bit offset or length in a file. */
  long offset() throws MalformedException {
    long value = u64();
    if (value < 0) {
      throw new MalformedException(Errno.EINVAL, "an offset or a length is negative");
    }
    return value;
  }

  /** Reads the 32-bit length of a value, or the limit of an answer, in bytes. */
  int size() throws MalformedException {
    int value = u32();
    if (value < 0) {
      throw new MalformedException(Errno.EINVAL, "a size is over 2 GiB");
    }
    return value;
  }

  void skip(int bytes) throws MalformedException {
    advance(bytes);
  }

  /** Reads one path component that would be created; EILSEQ if it is not UTF-8. */
  String name() throws MalformedException {
    return name(Errno.EILSEQ);
  }

  /**
   * Reads one path component that must exist; ENOENT if it is not UTF-8, as no file has such a
   * name.
   */
  String nameThere() throws MalformedException {
    return name(Errno.ENOENT);
  }

  private String name(Errno ifNotText) throws MalformedException {
    String name = text(ifNotText);
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw new MalformedException(Errno.EIO, "a name is empty or has a slash");
    }
    return name;
  }

  /** Reads UTF-8 text up to a NUL; EILSEQ if it is not UTF-8. */
  String text() throws MalformedException {
    return text(Errno.EILSEQ);
  }

  /**
   * Reads UTF-8 text up to a NUL.
   *
   * @param ifNotText error for the caller if the text is not UTF-8
   */
  String text(Errno ifNotText) throws MalformedException {
    long length = 0;
    boolean ascii = true;
    while (true) {
      if (position + length >= end) {
        throw new MalformedException(Errno.EIO, "a name does not end");
      }
      byte b = memory.get(ValueLayout.JAVA_BYTE, position + length);
      if (b == 0) {
        break;
      }
      ascii &= b > 0;
      length++;
    }
    byte[] bytes = new byte[(int) length];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, position, bytes, 0, bytes.length);
    position += length + 1;
    return ascii ? new String(bytes, StandardCharsets.US_ASCII) : utf8(bytes, ifNotText);
  }

  private static String utf8(byte[] bytes, Errno ifNotText) throws MalformedException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedException(ifNotText, "a name is not UTF-8");
    }
  }

  /** Returns the bytes that are left, which must be {@code size}. */
  MemorySegment rest(int size) throws MalformedException {
    if (end - position != size) {
      throw new MalformedException(
          Errno.EIO, "%d bytes of data instead of %d".formatted(end - position, size));
    }
    MemorySegment data = memory.asSlice(position, size).asReadOnly();
    position = end;
    return data;
  }

  private long advance(long bytes) throws MalformedException {
    if (bytes > end - position) {
      throw new MalformedException(Errno.EIO, "it ends in the middle of a field");
    }
    long at = position;
    position += bytes;
    return at;
  }
}
