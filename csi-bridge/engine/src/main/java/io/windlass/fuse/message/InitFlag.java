package io.windlass.fuse.message;

import java.util.EnumSet;
import java.util.Set;

/** Flags of INIT that the driver uses, with their bits (FUSE_* of linux/fuse.h). */
public enum InitFlag {
  /** The kernel sends reads of one file concurrently. */
  ASYNC_READ(0),
  /** O_TRUNC is sent with OPEN instead of as a SETATTR after it. */
  ATOMIC_O_TRUNC(3),
  /** Writes may be larger than one page. */
  BIG_WRITES(5),
  /** The kernel drops cached data when size or mtime changed. */
  AUTO_INVAL_DATA(12),
  READDIRPLUS(13),
  /** The kernel sends READDIRPLUS only when programs ask for attributes. */
  READDIRPLUS_AUTO(14),
  ASYNC_DIO(15),
  /** The kernel gathers writes in its page cache. */
  WRITEBACK_CACHE(16),
  PARALLEL_DIROPS(18),
  /**
   * The kernel says when set-user-ID and set-group-ID bits must be dropped, and does not ask for
   * {@code security.capability} before each write.
   */
  HANDLE_KILLPRIV_V2(28),
  /** Requests may be larger than 32 pages. */
  MAX_PAGES(22),
  CACHE_SYMLINKS(23),
  /** The kernel drops cached data only after a notification. */
  EXPLICIT_INVAL_DATA(25),
  SETXATTR_EXT(29),
  /** INIT has 64 flags instead of 32. */
  INIT_EXT(30),
  /** A cached name may be expired instead of dropped. */
  HAS_EXPIRE_ONLY(35),
  /** Files that are open with DIRECT_IO may have shared mappings. */
  DIRECT_IO_ALLOW_MMAP(36),
  /** The kernel can send the requests of a dead process again. */
  HAS_RESEND(39),
  /**
   * The mount may be cloned with other users and groups (mount_setattr(2), MOUNT_ATTR_IDMAP). Only
   * with default_permissions, or the kernel refuses the session. Requests that create nothing come
   * without a user then.
   */
  ALLOW_IDMAP(40),
  /** The answer says how long the kernel waits for the answer to a request. */
  REQUEST_TIMEOUT(42);

  private final int bit;

  InitFlag(int bit) {
    this.bit = bit;
  }

  public long mask() {
    return 1L << bit;
  }

  public static Set<InitFlag> of(long bits) {
    Set<InitFlag> features = EnumSet.noneOf(InitFlag.class);
    for (InitFlag feature : values()) {
      if ((bits & feature.mask()) != 0) {
        features.add(feature);
      }
    }
    return features;
  }

  public static long bits(Set<InitFlag> features) {
    return features.stream().mapToLong(InitFlag::mask).reduce(0, (a, b) -> a | b);
  }
}
