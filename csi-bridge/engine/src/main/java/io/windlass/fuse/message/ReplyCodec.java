package io.windlass.fuse.message;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Encodes fuse_open_out, fuse_kstatfs and the answers that are one number. */
public final class ReplyCodec {
  public static final int OPEN_SIZE = 16;
  public static final int STATFS_SIZE = 80;
  public static final int NUMBER_SIZE = 8;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private ReplyCodec() {}

  public static void write(OpenReply open, MemorySegment to, long at) {
    int flags = 0;
    for (OpenFlag flag : open.flags()) {
      flags |= flag.mask();
    }
    to.set(LONG, at, open.handle());
    to.set(INT, at + 8, flags);
    to.set(INT, at + 12, 0);
  }

  public static void write(StatfsReply statfs, MemorySegment to, long at) {
    to.asSlice(at, STATFS_SIZE).fill((byte) 0);
    to.set(LONG, at, statfs.blocks());
    to.set(LONG, at + 8, statfs.blocksFree());
    to.set(LONG, at + 16, statfs.blocksAvailable());
    to.set(LONG, at + 24, statfs.files());
    to.set(LONG, at + 32, statfs.filesFree());
    to.set(INT, at + 40, statfs.blockSize());
    to.set(INT, at + 44, statfs.nameLength());
    // f_frsize, the unit in which blocks are counted.
    to.set(INT, at + 48, statfs.blockSize());
  }

  /** Encodes fuse_write_out, fuse_getxattr_out, fuse_lseek_out or fuse_copy_file_range_out. */
  public static void write(long number, MemorySegment to, long at) {
    to.set(LONG, at, number);
  }
}
