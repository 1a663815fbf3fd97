package io.windlass.store.s3.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import software.amazon.awssdk.checksums.SdkChecksum;

/**
 * CRC-64/NVME, which AWS and MinIO give to each object that is sent or copied without another
 * checksum. The JDK has none, and the SDK only in a native library. It takes eight bytes at a time.
 */
final class Crc64Nvme implements SdkChecksum {
  /** The polynomial 0xAD93D23594C93659, its lowest bit first. */
  private static final long POLYNOMIAL = 0x9A6C9329AC4BC9B5L;

  private static final long[][] TABLES = tables();
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private long rest = -1;

  private static long[][] tables() {
    long[][] tables = new long[Long.BYTES][256];
    for (int value = 0; value < 256; value++) {
      long rest = value;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        rest = (rest >>> 1) ^ ((rest & 1) == 0 ? 0 : POLYNOMIAL);
      }
      tables[0][value] = rest;
    }
    for (int ahead = 1; ahead < tables.length; ahead++) {
      for (int value = 0; value < 256; value++) {
        tables[ahead][value] = next(tables[ahead - 1][value], 0, tables[0]);
      }
    }
    return tables;
  }

  private static long next(long rest, int value, long[] table) {
    return (rest >>> Byte.SIZE) ^ table[(int) (rest ^ value) & 0xFF];
  }

  @Override
  public void update(int value) {
    rest = next(rest, value, TABLES[0]);
  }

  @Override
  public void update(byte[] bytes, int offset, int length) {
    long now = rest;
    int at = offset;
    int end = offset + length;
    for (; end - at >= Long.BYTES; at += Long.BYTES) {
      long eight = now ^ (long) LONG.get(bytes, at);
      now =
          TABLES[7][(int) eight & 0xFF]
              ^ TABLES[6][(int) (eight >>> 8) & 0xFF]
              ^ TABLES[5][(int) (eight >>> 16) & 0xFF]
              ^ TABLES[4][(int) (eight >>> 24) & 0xFF]
              ^ TABLES[3][(int) (eight >>> 32) & 0xFF]
              ^ TABLES[2][(int) (eight >>> 40) & 0xFF]
              ^ TABLES[1][(int) (eight >>> 48) & 0xFF]
              ^ TABLES[0][(int) (eight >>> 56)];
    }
    for (; at < end; at++) {
      now = next(now, bytes[at], TABLES[0]);
    }
    rest = now;
  }

  @Override
  public long getValue() {
    return ~rest;
  }

  @Override
  public byte[] getChecksumBytes() {
    return ByteBuffer.allocate(Long.BYTES).putLong(getValue()).array();
  }

  @Override
  public void reset() {
    rest = -1;
  }

  @Override
  public void mark(int limit) {
    throw new UnsupportedOperationException("a download is read once");
  }
}
