package io.windlass.fuse;

import java.util.EnumSet;
import java.util.Set;

/**
 * How a session is served.
 *
 * @param features what to ask the kernel for; it may offer less
 * @param readers threads that read requests
 * @param inFlight most requests that are detached at one time; one more has its reader wait, so it
 *     has to be more than programs wait for slow servers at once
 * @param maxBackground most requests that the kernel has outstanding on its own account, such as
 *     read-ahead
 */
public record SessionOptions(Set<InitFlag> features, int readers, int inFlight, int maxBackground) {
  /** What serves well unless something is known to serve better. */
  public static final SessionOptions DEFAULT =
      new SessionOptions(
          EnumSet.complementOf(
              EnumSet.of(
                  InitFlag.AUTO_INVAL_DATA,
                  InitFlag.WRITEBACK_CACHE,
                  InitFlag.HANDLE_KILLPRIV_V2,
                  InitFlag.SETXATTR_EXT)),
          2,
          1024,
          64);

  /** Refuses what cannot work. */
  public SessionOptions {
    features = Set.copyOf(features);
    if (readers < 1 || inFlight < 1 || maxBackground < 1 || maxBackground > 0xffff) {
      throw new IllegalArgumentException("a session needs a reader and room for a request");
    }
    if (features.contains(InitFlag.WRITEBACK_CACHE) && features.contains(InitFlag.PASSTHROUGH)) {
      throw new IllegalArgumentException("the kernel has PASSTHROUGH only without WRITEBACK_CACHE");
    }
  }

  /** The same with other features. */
  public SessionOptions withFeatures(Set<InitFlag> wanted) {
    return new SessionOptions(wanted, readers, inFlight, maxBackground);
  }
}
