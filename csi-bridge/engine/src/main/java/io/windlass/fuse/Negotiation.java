package io.windlass.fuse;

import io.windlass.fuse.message.Incoming;
import io.windlass.fuse.message.InitFlag;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;

/** Negotiates a session with the kernel (INIT). */
final class Negotiation {
  /** Major version of the protocol, the same since 2006. */
  static final int MAJOR = 7;

  /** Oldest minor version that is supported: Linux 5.2. */
  static final int OLDEST = 31;

  /** Newest minor version that is supported: Linux 6.18. */
  static final int NEWEST = 45;

  /** Size of struct fuse_init_out in bytes. */
  static final int SIZE = 64;

  /** The longest time that a request may be given, in seconds: 18 hours. */
  private static final short LONGEST = (short) 0xffff;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  private Negotiation() {}

  /**
   * Returns the state that results when the kernel offers {@code init} and this process wants
   * {@code options}.
   */
  static SessionState agree(Incoming.Init init, SessionOptions options, int maxWrite) {
    long features = init.features() & InitFlag.bits(options.features());
    if ((features & InitFlag.INIT_EXT.mask()) == 0) {
      features &= 0xffffffffL;
    }
    return new SessionState(
        Math.min(init.minor(), NEWEST), InitFlag.of(features), maxWrite, Set.of());
  }

  /** Writes struct fuse_init_out. */
  static void write(
      SessionState state,
      Incoming.Init init,
      SessionOptions options,
      int pageSize,
      MemorySegment to,
      long at) {
    long features = InitFlag.bits(state.features());
    int background = options.maxBackground();
    to.asSlice(at, SIZE).fill((byte) 0);
    to.set(INT, at, MAJOR);
    to.set(INT, at + 4, state.minor());
    to.set(INT, at + 8, init.maxReadahead());
    to.set(INT, at + 12, (int) features);
    to.set(SHORT, at + 16, (short) background);
    // congestion_threshold: three quarters of max_background, as the kernel has it by default.
    to.set(SHORT, at + 18, (short) (background - background / 4));
    to.set(INT, at + 20, state.maxWrite());
    // time_gran: times are kept to the nanosecond.
    to.set(INT, at + 24, 1);
    to.set(SHORT, at + 28, (short) Math.ceilDiv(state.maxWrite(), pageSize));
    to.set(INT, at + 32, (int) (features >>> 32));
    if (state.features().contains(InitFlag.REQUEST_TIMEOUT)) {
      to.set(SHORT, at + 40, LONGEST);
    }
  }
}
