package io.windlass.fuse.message;

import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** Decodes messages from the device to requests. Never throws, whatever the message holds. */
public final class RequestDecoder {
  /** Size of struct fuse_in_header in bytes. */
  public static final int HEADER = 40;

  private RequestDecoder() {}

  /**
   * Decodes the {@code length} bytes from {@code start}.
   *
   * @param longSetxattr whether {@link InitFlag#SETXATTR_EXT} was negotiated
   */
  public static Incoming decode(
      MemorySegment memory, long start, long length, boolean longSetxattr) {
    if (length < HEADER) {
      return new Incoming.Garbage("%d bytes are less than a header".formatted(length));
    }
    int stated = memory.get(ValueLayout.JAVA_INT_UNALIGNED, start);
    int number = memory.get(ValueLayout.JAVA_INT_UNALIGNED, start + 4);
    long unique = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, start + 8);
    if (stated != length) {
      String reason = "%d bytes came and the header says %d".formatted(length, stated);
      return new Incoming.Refused(unique, number, Errno.EIO, reason);
    }
    Optional<Opcode> opcode = Opcode.of(number);
    if (opcode.isEmpty()) {
      return new Incoming.Refused(unique, number, Errno.ENOSYS, "opcode is not known");
    }
    // From 7.38 on, extensions may follow the arguments. The driver asks for none and skips them.
    long extensions = 8L * (memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, start + 36) & 0xffff);
    long end = start + length - extensions;
    if (end < start + HEADER) {
      String reason = "the extensions are longer than the request";
      return new Incoming.Refused(unique, number, Errno.EIO, reason);
    }
    RequestHeader header =
        new RequestHeader(
            unique & ~Incoming.RESENT,
            (unique & Incoming.RESENT) != 0,
            memory.get(ValueLayout.JAVA_LONG_UNALIGNED, start + 16),
            memory.get(ValueLayout.JAVA_INT_UNALIGNED, start + 24),
            memory.get(ValueLayout.JAVA_INT_UNALIGNED, start + 28),
            memory.get(ValueLayout.JAVA_INT_UNALIGNED, start + 32));
    RequestReader in = new RequestReader(memory, start + HEADER, end);
    try {
      return switch (opcode.get()) {
        case INIT -> init(unique, in, end - start);
        case INTERRUPT -> new Incoming.Interrupt(unique, in.u64());
        case Opcode other -> call(unique, other, header, in, longSetxattr);
      };
    } catch (MalformedException e) {
      return new Incoming.Refused(unique, number, e.errno(), e.reason());
    }
  }

  private static Incoming init(long unique, RequestReader in, long length)
      throws MalformedException {
    int major = in.u32();
    int minor = in.u32();
    int readahead = in.u32();
    long flags = in.u32() & 0xffffffffL;
    // From 7.36 on there are 32 more flags, if INIT_EXT is among the first 32.
    if ((flags & InitFlag.INIT_EXT.mask()) != 0 && length >= HEADER + 20) {
      flags |= (in.u32() & 0xffffffffL) << 32;
    }
    return new Incoming.Init(unique, major, minor, readahead, flags);
  }

  private static Incoming.Call call(
      long unique, Opcode opcode, RequestHeader header, RequestReader in, boolean longSetxattr)
      throws MalformedException {
    Request request = Arguments.read(opcode, header, in, longSetxattr);
    int size =
        switch (request) {
          case Request.Read read -> read.size();
          case Request.Readdir readdir -> readdir.size();
          case Request.Readdirplus readdir -> readdir.size();
          case Request.Getxattr xattr -> xattr.size();
          case Request.Listxattr xattr -> xattr.size();
          case Request _ -> 0;
        };
    return new Incoming.Call(unique, opcode, size, request);
  }
}
