package io.windlass.fuse.message;

import io.windlass.linux.Errno;

/**
 * Message that one read of the device returned.
 *
 * <p>{@code unique} is the number on the wire, including the bit that marks a request sent again.
 */
public sealed interface Incoming {
  /** Bit of {@code unique} that marks a request that is sent again (FUSE_UNIQUE_RESEND). */
  long RESENT = 1L << 63;

  /** A request for the file system. {@code size}: most bytes of data that its answer may have. */
  record Call(long unique, Opcode opcode, int size, Request request) implements Incoming {}

  /** The kernel opens a session. {@code features}: the bits that it offers. */
  record Init(long unique, int major, int minor, int maxReadahead, long features)
      implements Incoming {}

  /** Notice that the caller of the request {@code interrupted} got a signal. */
  record Interrupt(long unique, long interrupted) implements Incoming {}

  /** A request that the file system does not see: it is answered with {@code errno}. */
  record Refused(long unique, int opcode, Errno errno, String reason) implements Incoming {}

  /** A message without a whole header, so that no request can be answered. */
  record Garbage(String reason) implements Incoming {}
}
