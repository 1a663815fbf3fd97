package io.windlass.fuse;

import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryEntry;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.FuseAttributes;
import io.windlass.fuse.message.OpenFlag;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.RequestHeader;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A directory of files whose content follows from their number, so that any process can serve it
 * without having anything from the one before. Some reads are answered later, by other threads.
 */
public final class PatternFileSystem implements Handler {
  static final int FILES = 16;
  static final int SIZE = 4 << 20;

  private static final Duration VALID = Duration.ofMillis(50);
  private static final long FIRST = 100;

  /** The byte of file {@code number} at {@code offset}, which must be a multiple of 8. */
  static long word(long number, long offset) {
    long mixed = (number + 1) * 0x9e3779b97f4a7c15L + offset * 0xc2b2ae3d27d4eb4fL;
    return mixed ^ mixed >>> 29;
  }

  @Override
  public void handle(Request request, Exchange exchange) {
    long node = request.header().node();
    switch (request) {
      case Request.Lookup lookup -> {
        OptionalLong number = number(lookup.name());
        if (number.isPresent()) {
          exchange.entry(entry(FIRST + number.getAsLong()));
        } else {
          exchange.error(Errno.ENOENT);
        }
      }
      case Request.Getattr _ -> exchange.attributes(new AttributesReply(attributes(node), VALID));
      case Request.Open _ -> exchange.opened(OpenReply.of(node, OpenFlag.NOFLUSH));
      case Request.Opendir _ -> exchange.opened(OpenReply.of(node));
      case Request.Release _, Request.Releasedir _ -> exchange.ok();
      case Request.Statfs _ -> exchange.statfs(new StatfsReply(1, 0, 0, 1, 0, 4096, 255));
      case Request.Read read -> read(read, exchange);
      case Request.Readdir readdir -> list(readdir.offset(), exchange);
      case Request.Readdirplus readdir -> list(readdir.offset(), exchange);
      case Request.Forget _, Request.BatchForget _ -> exchange.none();
      case Request _ -> exchange.error(Errno.ENOSYS);
    }
  }

  private static OptionalLong number(String name) {
    try {
      int number = Integer.parseInt(name);
      return number >= 0 && number < FILES ? OptionalLong.of(number) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static void read(Request.Read read, Exchange exchange) {
    if (read.offset() / read.size() % 2 == 0) {
      content(read, exchange);
      return;
    }
    exchange.detach();
    Thread.ofVirtual().start(() -> content(read, exchange));
  }

  private static void content(Request.Read read, Exchange exchange) {
    int length = Math.clamp(SIZE - read.offset(), 0, read.size());
    MemorySegment data = exchange.scratch();
    long number = read.header().node() - FIRST;
    for (int i = 0; i < length; i += 8) {
      data.set(ValueLayout.JAVA_LONG, i, word(number, read.offset() + i));
    }
    exchange.data(data.asSlice(0, length));
  }

  private static EntryReply entry(long node) {
    return new EntryReply(node, 0, VALID, VALID, attributes(node));
  }

  private static FuseAttributes attributes(long node) {
    boolean root = node == RequestHeader.ROOT;
    Instant time = Instant.EPOCH;
    return new FuseAttributes(
        node, root ? 0 : SIZE, 0, time, time, time, root ? 040755 : 0100444, 1, 0, 0, 0, 4096);
  }

  private static void list(long offset, Exchange exchange) {
    DirectoryPacker packer = exchange.packer();
    for (long i = offset; i < FILES; i++) {
      EntryReply entry = entry(FIRST + i);
      if (!packer.add(
          new DirectoryEntry(Long.toString(i), i + 1, FIRST + i, 0100444, Optional.of(entry)))) {
        break;
      }
    }
    exchange.packed(packer);
  }
}
