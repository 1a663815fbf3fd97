package io.windlass.object;

/**
 * Range of bytes.
 *
 * @param offset first byte, from 0
 * @param length number of bytes, at least 1
 */
public record ByteRange(long offset, long length) {
  public ByteRange {
    if (offset < 0 || length < 1) {
      throw new IllegalArgumentException("no range: offset " + offset + ", length " + length);
    }
  }

  /** Returns the offset of the last byte of the range. */
  public long last() {
    return offset + length - 1;
  }
}
