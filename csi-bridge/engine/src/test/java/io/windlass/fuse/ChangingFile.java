package io.windlass.fuse;

import io.windlass.store.Errno;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** A directory with one file, {@code file}, that changes behind the kernel's back. */
final class ChangingFile implements Handler {
  static final long NODE = 2;

  private static final Duration HOUR = Duration.ofHours(1);

  /** How many letters it has; negative if there is no such file. */
  private final AtomicReference<Integer> size;

  ChangingFile(AtomicReference<Integer> size) {
    this.size = size;
  }

  @Override
  public void handle(Request request, Exchange exchange) {
    switch (request) {
      case Request.Lookup(_, String name) -> {
        if (!name.equals("file")) {
          exchange.error(Errno.ENOENT);
        } else if (size.get() < 0) {
          exchange.entry(EntryReply.absent(HOUR));
        } else {
          exchange.entry(new EntryReply(NODE, 0, HOUR, HOUR, attributes(NODE)));
        }
      }
      case Request.Getattr getattr ->
          exchange.attributes(new AttributesReply(attributes(getattr.header().node()), HOUR));
      case Request.Open _ -> exchange.opened(OpenReply.of(1, OpenFlag.KEEP_CACHE));
      case Request.Read read -> {
        byte[] content = new byte[Math.max(0, size.get())];
        Arrays.fill(content, (byte) 'a');
        int from = (int) Math.min(read.offset(), content.length);
        exchange.data(MemorySegment.ofArray(content).asSlice(from));
      }
      case Request.Forget _, Request.BatchForget _ -> exchange.none();
      case Request.Release _, Request.Flush _ -> exchange.ok();
      case Request _ -> exchange.error(Errno.ENOSYS);
    }
  }

  private FuseAttributes attributes(long node) {
    Instant time = Instant.EPOCH;
    boolean file = node == NODE;
    return new FuseAttributes(
        node,
        file ? Math.max(0, size.get()) : 0,
        0,
        time,
        time,
        time,
        file ? 0100644 : 040755,
        1,
        0,
        0,
        0,
        4096);
  }
}
