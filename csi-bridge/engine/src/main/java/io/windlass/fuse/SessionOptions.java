package io.windlass.fuse;

import io.windlass.fuse.message.InitFlag;
import java.util.EnumSet;
import java.util.Set;

/**
 * Options of a session.
 *
 * @param features flags to ask the kernel for; it may offer fewer
 * @param readers number of threads that read requests
 * @param inFlight most requests that are detached at one time; one more makes its reader wait, so
 *     this must exceed the number of programs that wait for slow servers at once
 * @param maxBackground most requests that the kernel has outstanding on its own account, such as
 *     read-ahead
 */
public record SessionOptions(Set<InitFlag> features, int readers, int inFlight, int maxBackground) {
  /** Options that suit most mounts. */
  public static final SessionOptions DEFAULT =
      new SessionOptions(
          EnumSet.complementOf(
              EnumSet.of(
                  InitFlag.AUTO_INVAL_DATA,
                  InitFlag.WRITEBACK_CACHE,
                  InitFlag.SETXATTR_EXT,
                  InitFlag.REQUEST_TIMEOUT)),
          2,
          1024,
          64);

  /** Refuses options that cannot work. */
  public SessionOptions {
    features = Set.copyOf(features);
    if (readers < 1 || inFlight < 1 || maxBackground < 1 || maxBackground > 0xffff) {
      throw new IllegalArgumentException("a session needs a reader and room for a request");
    }
  }

  /** Returns these options with another feature. */
  SessionOptions with(InitFlag feature) {
    EnumSet<InitFlag> more = EnumSet.of(feature);
    more.addAll(features);
    return withFeatures(more);
  }

  /** Returns these options with other features. */
  public SessionOptions withFeatures(Set<InitFlag> wanted) {
    return new SessionOptions(wanted, readers, inFlight, maxBackground);
  }
}
