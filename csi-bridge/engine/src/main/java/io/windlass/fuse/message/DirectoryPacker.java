package io.windlass.fuse.message;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Encodes the answer to READDIR (struct fuse_dirent) or READDIRPLUS (struct fuse_direntplus). */
public final class DirectoryPacker {
  private static final int MAX_NAME = 255;
  private static final int DIRENT = 24;

  private final MemorySegment target;
  private final boolean plus;
  private long used;

  /**
   * Creates an empty listing.
   *
   * @param target memory for the listing, which becomes at most this long
   * @param plus whether the request is READDIRPLUS
   */
  public DirectoryPacker(MemorySegment target, boolean plus) {
    this.target = target;
    this.plus = plus;
  }

  /** Returns whether entries carry what LOOKUP would answer, which counts as a lookup. */
  public boolean plus() {
    return plus;
  }

  /**
   * Adds {@code entry}, if all of it fits.
   *
   * @return whether it was added; if not, the listing is full and the next request continues it
   * @throws IllegalArgumentException if a name is empty, too long or has a {@code /} or a NUL: the
   *     kernel would refuse the whole listing
   */
  public boolean add(DirectoryEntry entry) {
    byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
    check(name);
    long head = plus ? EntryCodec.SIZE : 0;
    long length = align(head + DIRENT + name.length);
    if (length > target.byteSize() - used) {
      return false;
    }
    MemorySegment place = target.asSlice(used, length);
    // The kernel copies the padding too, so it must not hold old data.
    place.fill((byte) 0);
    if (plus && entry.entry().isPresent()) {
      EntryCodec.write(entry.entry().get(), place, 0);
    }
    place.set(ValueLayout.JAVA_LONG_UNALIGNED, head, entry.ino());
    place.set(ValueLayout.JAVA_LONG_UNALIGNED, head + 8, entry.nextOffset());
    place.set(ValueLayout.JAVA_INT_UNALIGNED, head + 16, name.length);
    place.set(ValueLayout.JAVA_INT_UNALIGNED, head + 20, (entry.mode() & 0170000) >>> 12);
    MemorySegment.copy(name, 0, place, ValueLayout.JAVA_BYTE, head + DIRENT, name.length);
    used += length;
    return true;
  }

  /** Returns the entries that were added, encoded. */
  public MemorySegment packed() {
    return target.asSlice(0, used);
  }

  private static void check(byte[] name) {
    if (name.length == 0 || name.length > MAX_NAME) {
      throw new IllegalArgumentException("a name of " + name.length + " bytes");
    }
    for (byte b : name) {
      if (b == '/' || b == 0) {
        throw new IllegalArgumentException("a name with a slash or a NUL");
      }
    }
  }

  private static long align(long length) {
    return (length + 7) & ~7L;
  }
}
