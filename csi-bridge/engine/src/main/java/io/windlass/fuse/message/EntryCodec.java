package io.windlass.fuse.message;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;

/** Encodes the structs fuse_entry_out, fuse_attr_out and fuse_attr. */
public final class EntryCodec {
  /** Size of fuse_entry_out in bytes. */
  public static final int SIZE = 128;

  /** Size of fuse_attr_out in bytes. */
  public static final int ATTRIBUTES_REPLY_SIZE = 104;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private EntryCodec() {}

  public static void write(EntryReply entry, MemorySegment to, long at) {
    to.set(LONG, at, entry.node());
    to.set(LONG, at + 8, entry.generation());
    to.set(LONG, at + 16, entry.entryValid().toSeconds());
    to.set(LONG, at + 24, entry.attributesValid().toSeconds());
    to.set(INT, at + 32, entry.entryValid().toNanosPart());
    to.set(INT, at + 36, entry.attributesValid().toNanosPart());
    write(entry.attributes(), to, at + 40);
  }

  public static void write(AttributesReply reply, MemorySegment to, long at) {
    to.set(LONG, at, reply.valid().toSeconds());
    to.set(INT, at + 8, reply.valid().toNanosPart());
    to.set(INT, at + 12, 0);
    write(reply.attributes(), to, at + 16);
  }

  private static void write(FuseAttributes attributes, MemorySegment to, long at) {
    Instant atime = attributes.atime();
    Instant mtime = attributes.mtime();
    Instant ctime = attributes.ctime();
    to.set(LONG, at, attributes.ino());
    to.set(LONG, at + 8, attributes.size());
    to.set(LONG, at + 16, attributes.blocks());
    to.set(LONG, at + 24, atime.getEpochSecond());
    to.set(LONG, at + 32, mtime.getEpochSecond());
    to.set(LONG, at + 40, ctime.getEpochSecond());
    to.set(INT, at + 48, atime.getNano());
    to.set(INT, at + 52, mtime.getNano());
    to.set(INT, at + 56, ctime.getNano());
    to.set(INT, at + 60, attributes.mode());
    to.set(INT, at + 64, attributes.links());
    to.set(INT, at + 68, attributes.uid());
    to.set(INT, at + 72, attributes.gid());
    to.set(INT, at + 76, attributes.rdev());
    to.set(INT, at + 80, attributes.blockSize());
    to.set(INT, at + 84, 0);
  }
}
