package io.windlass.fuse;

import java.util.EnumSet;
import java.util.Set;

/** Flags of INIT that are used here, with their bits (FUSE_* of linux/fuse.h). */
public enum InitFlag {
  /** Reads of one file at the same time. */
  ASYNC_READ(0),
  /** O_TRUNC comes with OPEN instead of a SETATTR after it. */
  ATOMIC_O_TRUNC(3),
  /** Writes of more than one page. */
  BIG_WRITES(5),
  /** Drop cached data when size or mtime changed. */
  AUTO_INVAL_DATA(12),
  READDIRPLUS(13),
  /** READDIRPLUS only where attributes are asked for. */
  READDIRPLUS_AUTO(14),
  ASYNC_DIO(15),
  /** The kernel gathers writes in its page cache. */
  WRITEBACK_CACHE(16),
  PARALLEL_DIROPS(18),
  /** The kernel says when set-id bits are to be dropped. */
  HANDLE_KILLPRIV_V2(28),
  /** Requests of more than 32 pages. */
  MAX_PAGES(22),
  CACHE_SYMLINKS(23),
  /** Cached data is dropped only by notification. */
  EXPLICIT_INVAL_DATA(25),
  SETXATTR_EXT(29),
  /** INIT has 64 flags. */
  INIT_EXT(30),
  /** A cached name may be expired instead of dropped. */
  HAS_EXPIRE_ONLY(35),
  /** Shared mappings of files that are open with DIRECT_IO. */
  DIRECT_IO_ALLOW_MMAP(36),
  PASSTHROUGH(37),
  /** Requests of a process that died can be sent again. */
  HAS_RESEND(39);

  private final int bit;

  InitFlag(int bit) {
    this.bit = bit;
  }

  long mask() {
    return 1L << bit;
  }

  static Set<InitFlag> of(long bits) {
    Set<InitFlag> features = EnumSet.noneOf(InitFlag.class);
    for (InitFlag feature : values()) {
      if ((bits & feature.mask()) != 0) {
        features.add(feature);
      }
    }
    return features;
  }

  static long bits(Set<InitFlag> features) {
    return features.stream().mapToLong(InitFlag::mask).reduce(0, (a, b) -> a | b);
  }
}
