package io.windlass.fs.inode;

import io.windlass.fs.FsException;
import io.windlass.linux.FileErrno;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A file that is mapped into memory and can grow. Its content survives the death of the process at
 * any instruction, with stores in order around a {@link #setVolatile}; it is not meant to survive a
 * crash of the machine.
 *
 * <p>The file grows by small steps, which are written out, so that a full disk is an error of
 * {@link #grow} and not a fault in the middle of a store. It is mapped by extents, which are holes
 * as far as they are not written out yet. A value must not cross from one extent to the next.
 */
public final class MappedFile implements AutoCloseable {
  /** Number of bytes that are mapped together. */
  static final int EXTENT = 1 << 20;

  /**
   * Number of bytes by which the file grows: some hundred nodes, as most volumes have. The files of
   * a node's volumes lie in memory where their directory is in /run.
   */
  private static final int STEP = 16 << 10;

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final FileChannel channel;
  private final Arena arena = Arena.ofShared();
  private volatile List<MemorySegment> extents = List.of();
  private volatile long size;

  private MappedFile(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens the file. Creates it for its owner alone if it does not exist. */
  public static MappedFile open(Path file) {
    try {
      MappedFile mapped =
          new MappedFile(
              FileChannel.open(
                  file,
                  Set.of(
                      StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                  PosixFilePermissions.asFileAttribute(
                      PosixFilePermissions.fromString("rw-------"))));
      // An extent that was not written out completely was never used.
      mapped.map(mapped.channel.size() / EXTENT);
      mapped.size = mapped.used();
      return mapped;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + file, e);
    }
  }

  /**
   * Returns the end of the last step in which something was stored. It is read and not mapped,
   * since memory is used by each hole that is looked at through a mapping.
   */
  private long used() throws IOException {
    byte[] zeros = new byte[STEP];
    for (long end = (long) extents.size() * EXTENT; end > 0; end -= STEP) {
      ByteBuffer step = ByteBuffer.allocate(STEP);
      while (step.hasRemaining() && channel.read(step, end - STEP + step.position()) > 0) {}
      if (!Arrays.equals(step.array(), zeros)) {
        return end;
      }
    }
    return 0;
  }

  /** Returns the length in bytes of what is written out. */
  long size() {
    return size;
  }

  /**
   * Adds a step of zeros.
   *
   * @throws FsException if local disk cannot take it: {@code ENOSPC}, {@code EDQUOT}, {@code EROFS}
   *     or {@code EIO}; the file is as before
   */
  public void grow() {
    try {
      ByteBuffer zeros = ByteBuffer.allocate(STEP);
      long at = size;
      while (zeros.hasRemaining()) {
        channel.write(zeros, at + zeros.position());
      }
      map(at / EXTENT + 1);
      size = at + STEP;
    } catch (IOException e) {
      throw FsException.as(
          FileErrno.of(e),
          new UncheckedIOException(
              "a table of the volume cannot grow on local disk: " + e.getMessage(), e));
    }
  }

  /** Maps extents that are not mapped yet, and so makes the file as long as they are. */
  private void map(long count) throws IOException {
    List<MemorySegment> all = new ArrayList<>(extents);
    for (long i = all.size(); i < count; i++) {
      all.add(channel.map(FileChannel.MapMode.READ_WRITE, i * EXTENT, EXTENT, arena));
    }
    extents = List.copyOf(all);
  }

  public int getInt(long offset) {
    return (int) INT.getVolatile(extent(offset), within(offset));
  }

  public long getLong(long offset) {
    return (long) LONG.getVolatile(extent(offset), within(offset));
  }

  byte[] getBytes(long offset, int length) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(
        extent(offset), ValueLayout.JAVA_BYTE, within(offset), bytes, 0, bytes.length);
    return bytes;
  }

  void putInt(long offset, int value) {
    extent(offset).set(ValueLayout.JAVA_INT, within(offset), value);
  }

  public void putLong(long offset, long value) {
    extent(offset).set(ValueLayout.JAVA_LONG, within(offset), value);
  }

  void putBytes(long offset, byte[] bytes) {
    MemorySegment.copy(
        bytes, 0, extent(offset), ValueLayout.JAVA_BYTE, within(offset), bytes.length);
  }

  /** Stores a number after all earlier stores, and before all later ones. */
  public void setVolatile(long offset, int value) {
    INT.setVolatile(extent(offset), within(offset), value);
  }

  private MemorySegment extent(long offset) {
    return extents.get((int) (offset / EXTENT));
  }

  private static long within(long offset) {
    return offset % EXTENT;
  }

  @Override
  public void close() {
    extents = List.of();
    arena.close();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
