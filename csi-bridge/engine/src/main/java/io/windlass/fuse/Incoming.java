package io.windlass.fuse;

import io.windlass.store.Errno;

/**
 * What came in one read of the device.
 *
 * <p>{@code unique} is as on the wire, with the bit that says that it is sent again.
 */
sealed interface Incoming {
  /** The bit of {@code unique} that says that a request is sent again (FUSE_UNIQUE_RESEND). */
  long RESENT = 1L << 63;

  /** A request for the file system. {@code size}: the most bytes that its answer may have. */
  record Call(long unique, Opcode opcode, int size, Request request) implements Incoming {}

  /** The kernel opens a session. {@code features}: the bits that it offers. */
  record Init(long unique, int major, int minor, int maxReadahead, long features)
      implements Incoming {}

  /** The caller of {@code interrupted} got a signal. */
  record Interrupt(long unique, long interrupted) implements Incoming {}

  /** A request that is not for the file system: to be answered with {@code errno}. */
  record Refused(long unique, int opcode, Errno errno, String reason) implements Incoming {}

  /** Not even a header, so there is nobody to answer. */
  record Garbage(String reason) implements Incoming {}
}
