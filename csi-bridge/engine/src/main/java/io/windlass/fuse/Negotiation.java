package io.windlass.fuse;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfShort;
import java.util.Set;

/** Agrees with the kernel on a session (INIT). */
final class Negotiation {
  /** The major version of the protocol, since 2006. */
  static final int MAJOR = 7;

  /** The oldest minor version that is spoken here: Linux 5.2. */
  static final int OLDEST = 31;

  /** The newest minor version that is spoken here: Linux 6.18. */
  static final int NEWEST = 45;

  /** Size of struct fuse_init_out. */
  static final int SIZE = 64;

  private static final OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  private Negotiation() {}

  /** What is agreed on when the kernel offers {@code init} and {@code options} are wanted. */
  static SessionState agree(Incoming.Init init, SessionOptions options, int maxWrite) {
    long features = init.features() & InitFlag.bits(options.features());
    if ((features & InitFlag.INIT_EXT.mask()) == 0) {
      features &= 0xffffffffL;
    }
    return new SessionState(
        Math.min(init.minor(), NEWEST), InitFlag.of(features), maxWrite, Set.of(), Set.of());
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
    // From here on the kernel counts the mount as congested: as it does by default.
    to.set(SHORT, at + 18, (short) (background - background / 4));
    to.set(INT, at + 20, state.maxWrite());
    // Times are kept to the nanosecond.
    to.set(INT, at + 24, 1);
    to.set(SHORT, at + 28, (short) Math.ceilDiv(state.maxWrite(), pageSize));
    to.set(INT, at + 32, (int) (features >>> 32));
    // Backing files may not be on a stacked file system themselves.
    to.set(INT, at + 36, state.features().contains(InitFlag.PASSTHROUGH) ? 1 : 0);
  }
}
