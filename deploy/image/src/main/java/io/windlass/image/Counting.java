package io.windlass.image;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that pass. */
final class Counting extends FilterOutputStream {
  private final long[] count;

  /** {@code count}: its only element is the number of bytes. */
  Counting(OutputStream out, long[] count) {
    super(out);
    this.count = count;
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    count[0]++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    count[0] += length;
  }
}
