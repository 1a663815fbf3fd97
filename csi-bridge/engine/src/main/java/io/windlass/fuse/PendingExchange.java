package io.windlass.fuse;

import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.EntryCodec;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.Incoming;
import io.windlass.fuse.message.Opcode;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.ReplyCodec;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Exchange of one request of a {@link Channel}. */
final class PendingExchange implements Exchange {
  /** Offset of the body of an answer in its head. */
  private static final int BODY = ReplyWriter.HEADER;

  private final Channel channel;
  private final Incoming.Call call;
  private final Thread reader = Thread.currentThread();
  private final Interruption interruption = new Interruption();

  /** Slot in the log of requests in flight, if there is such a log. */
  private final OptionalInt place;

  /**
   * Memory for the request and its answer. Empty while a detached request does not need it. Changed
   * under this object's lock.
   */
  private volatile Optional<Buffer> buffer;

  private volatile boolean answered;
  private volatile boolean abandoned;
  private volatile boolean detached;

  PendingExchange(Channel channel, Incoming.Call call, Buffer buffer) {
    this.channel = channel;
    this.call = call;
    this.buffer = Optional.of(buffer);
    this.place = isSilent() ? OptionalInt.empty() : channel.begin(call);
    channel.began();
  }

  Incoming.Call call() {
    return call;
  }

  boolean isAnswered() {
    return answered;
  }

  boolean isDetached() {
    return detached;
  }

  Interruption interruption() {
    return interruption;
  }

  /** Returns whether this request keeps the buffer into which the reader read it. */
  boolean keepsBuffer() {
    return detached && needsItsBuffer();
  }

  private boolean needsItsBuffer() {
    return call.request() instanceof Request.Write || call.request() instanceof Request.Setxattr;
  }

  @Override
  public void detach() {
    if (!Thread.currentThread().equals(reader) || answered || detached) {
      throw new IllegalStateException("a request is detached once, by its reader, unanswered");
    }
    channel.detach(this);
    synchronized (this) {
      if (!answered) {
        if (!needsItsBuffer()) {
          buffer = Optional.empty();
        }
        detached = true;
        return;
      }
    }
    channel.done(this);
    throw new IllegalStateException(
        call.opcode() + " was answered when its caller was interrupted");
  }

  @Override
  public void onInterrupt(Runnable action) {
    interruption.then(action);
  }

  @Override
  public boolean abandon(Errno errno) {
    synchronized (this) {
      if (answered || abandoned || !detached) {
        return false;
      }
      abandoned = true;
    }
    interruption.tooLate();
    channel.refuse(call.unique(), errno);
    channel.end(place);
    return true;
  }

  @Override
  public boolean abandoned() {
    return abandoned;
  }

  @Override
  public boolean answered() {
    return answered || abandoned;
  }

  @Override
  public void ok() {
    answer(0, List.of());
  }

  @Override
  public void none() {
    if (!isSilent()) {
      throw new IllegalStateException(call.opcode() + " wants an answer");
    }
    ok();
  }

  @Override
  public void error(Errno errno) {
    if (errno == Errno.ENOSYS && !isSilent()) {
      channel.unsupported(call.opcode());
    }
    answer(-errno.number(), List.of());
  }

  @Override
  public void entry(EntryReply entry) {
    answer(EntryCodec.SIZE, head -> EntryCodec.write(entry, head, BODY));
  }

  @Override
  public void attributes(AttributesReply reply) {
    answer(EntryCodec.ATTRIBUTES_REPLY_SIZE, head -> EntryCodec.write(reply, head, BODY));
  }

  @Override
  public void opened(OpenReply open) {
    answer(ReplyCodec.OPEN_SIZE, head -> ReplyCodec.write(open, head, BODY));
  }

  @Override
  public void created(EntryReply entry, OpenReply open) {
    answer(
        EntryCodec.SIZE + ReplyCodec.OPEN_SIZE,
        head -> {
          EntryCodec.write(entry, head, BODY);
          ReplyCodec.write(open, head, BODY + EntryCodec.SIZE);
        });
  }

  @Override
  public void statfs(StatfsReply statfs) {
    answer(ReplyCodec.STATFS_SIZE, head -> ReplyCodec.write(statfs, head, BODY));
  }

  @Override
  public void written(long bytes) {
    number(bytes);
  }

  @Override
  public void position(long offset) {
    number(offset);
  }

  private void number(long number) {
    answer(ReplyCodec.NUMBER_SIZE, head -> ReplyCodec.write(number, head, BODY));
  }

  @Override
  public void data(List<MemorySegment> parts) {
    long length = parts.stream().mapToLong(MemorySegment::byteSize).sum();
    if (length > call.size()) {
      throw new IllegalArgumentException(
          "%d bytes for a request of %d".formatted(length, call.size()));
    }
    answer(0, parts.stream().allMatch(MemorySegment::isNative) ? parts : copied(parts, length));
  }

  /** Copies parts that are on the Java heap, which the kernel does not read, to native memory. */
  private List<MemorySegment> copied(List<MemorySegment> parts, long length) {
    MemorySegment copy = scratch().asSlice(0, length);
    long at = 0;
    for (MemorySegment part : parts) {
      copy.asSlice(at).copyFrom(part);
      at += part.byteSize();
    }
    return List.of(copy);
  }

  @Override
  public MemorySegment scratch() {
    return room(call.size());
  }

  @Override
  public DirectoryPacker packer() {
    int size = Math.min(call.size(), channel.buffers().maxWrite());
    return new DirectoryPacker(room(size), call.opcode() == Opcode.READDIRPLUS);
  }

  private MemorySegment room(int size) {
    if (answered || needsItsBuffer()) {
      throw new IllegalStateException(call.opcode() + " has no room for data of an answer");
    }
    if (buffer.isEmpty()) {
      keep(channel.buffers().take());
    }
    return buffer.orElseThrow().data(size);
  }

  private void keep(Buffer taken) {
    synchronized (this) {
      if (!answered) {
        buffer = Optional.of(taken);
        return;
      }
    }
    channel.buffers().give(taken);
    throw new IllegalStateException(
        call.opcode() + " was answered when the caller was interrupted");
  }

  @Override
  public void packed(DirectoryPacker packer) {
    answer(0, List.of(packer.packed()));
  }

  @Override
  public void link(String target) {
    bytes(target.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void xattr(byte[] value) {
    if (call.size() == 0) {
      number(value.length);
    } else if (value.length > call.size()) {
      error(Errno.ERANGE);
    } else {
      bytes(value);
    }
  }

  @Override
  public void xattrNames(List<String> names) {
    StringBuilder all = new StringBuilder();
    names.forEach(name -> all.append(name).append('\0'));
    xattr(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(byte[] content) {
    try (Arena arena = Arena.ofConfined()) {
      answer(0, List.of(arena.allocateFrom(ValueLayout.JAVA_BYTE, content)));
    }
  }

  /** Writes the body of an answer into its head. */
  private interface Body {
    void write(MemorySegment head);
  }

  private void answer(int error, List<MemorySegment> parts) {
    answer(error, 0, head -> {}, parts);
  }

  private void answer(int size, Body body) {
    answer(0, size, body, List.of());
  }

  private void answer(int error, int size, Body body, List<MemorySegment> parts) {
    claim();
    interruption.tooLate();
    try {
      if (!isSilent() && !abandoned) {
        send(error, size, body, parts);
      }
    } catch (RuntimeException e) {
      channel.refuse(call.unique(), Errno.EIO);
      throw e;
    } finally {
      release();
    }
  }

  /**
   * Claims the right to answer for this thread.
   *
   * @throws IllegalStateException if the request is answered already, or another thread may be
   *     using its buffer
   */
  private synchronized void claim() {
    if (answered) {
      throw new IllegalStateException(call.opcode() + " was answered before");
    }
    if (detached && buffer.isPresent() && interruption.isRunningHere()) {
      // Answering returns the buffer to the pool, while another thread may still use it.
      throw new IllegalStateException(call.opcode() + " has data that may be in use");
    }
    answered = true;
  }

  private void send(int error, int size, Body body, List<MemorySegment> parts) {
    if (buffer.isPresent()) {
      MemorySegment head = buffer.get().head();
      body.write(head);
      channel.send(call, head, error, size, parts);
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(ReplyWriter.HEAD, 8);
      body.write(head);
      channel.send(call, head, error, size, parts);
    }
  }

  private void release() {
    channel.ended();
    if (!abandoned) {
      channel.end(place);
    }
    if (detached) {
      buffer.ifPresent(channel.buffers()::give);
      buffer = Optional.empty();
      channel.done(this);
    }
  }

  /** Returns whether the kernel does not wait for an answer. */
  boolean isSilent() {
    return call.opcode() == Opcode.FORGET || call.opcode() == Opcode.BATCH_FORGET;
  }
}
