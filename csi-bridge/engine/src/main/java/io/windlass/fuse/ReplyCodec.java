package io.windlass.fuse;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.foreign.ValueLayout.OfShort;
import java.time.Instant;

/** Encodes fuse_open_out, fuse_statx_out, fuse_kstatfs and the answers that are one number. */
final class ReplyCodec {
  static final int OPEN_SIZE = 16;
  static final int STATX_SIZE = 288;
  static final int STATFS_SIZE = 80;
  static final int NUMBER_SIZE = 8;

  private static final OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_BTIME = 0x800;

  private ReplyCodec() {}

  static void write(OpenReply open, MemorySegment to, long at) {
    int flags = 0;
    for (OpenFlag flag : open.flags()) {
      flags |= flag.mask();
    }
    to.set(LONG, at, open.handle());
    to.set(INT, at + 8, flags);
    to.set(INT, at + 12, open.backing().orElse(0));
  }

  static void write(StatfsReply statfs, MemorySegment to, long at) {
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

  static void write(StatxReply reply, MemorySegment to, long at) {
    FuseAttributes attributes = reply.attributes();
    to.asSlice(at, STATX_SIZE).fill((byte) 0);
    to.set(LONG, at, reply.valid().toSeconds());
    to.set(INT, at + 8, reply.valid().toNanosPart());
    long statx = at + 32;
    to.set(INT, statx, STATX_BASIC_STATS | (reply.birth().isPresent() ? STATX_BTIME : 0));
    to.set(INT, statx + 4, attributes.blockSize());
    to.set(INT, statx + 16, attributes.links());
    to.set(INT, statx + 20, attributes.uid());
    to.set(INT, statx + 24, attributes.gid());
    to.set(SHORT, statx + 28, (short) attributes.mode());
    to.set(LONG, statx + 32, attributes.ino());
    to.set(LONG, statx + 40, attributes.size());
    to.set(LONG, statx + 48, attributes.blocks());
    write(attributes.atime(), to, statx + 64);
    reply.birth().ifPresent(birth -> write(birth, to, statx + 80));
    write(attributes.ctime(), to, statx + 96);
    write(attributes.mtime(), to, statx + 112);
    // Device numbers as the kernel packs them for fuse_attr (new_encode_dev).
    int rdev = attributes.rdev();
    to.set(INT, statx + 128, (rdev & 0xfff00) >>> 8);
    to.set(INT, statx + 132, (rdev & 0xff) | (rdev >>> 12 & 0xfff00));
  }

  private static void write(Instant time, MemorySegment to, long at) {
    to.set(LONG, at, time.getEpochSecond());
    to.set(INT, at + 8, time.getNano());
  }

  /** Encodes fuse_write_out, fuse_getxattr_out, fuse_lseek_out or fuse_copy_file_range_out. */
  static void write(long number, MemorySegment to, long at) {
    to.set(LONG, at, number);
  }
}
