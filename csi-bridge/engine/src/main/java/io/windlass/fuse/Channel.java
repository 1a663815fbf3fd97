package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.store.Errno;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the threads of one session share: the device, what is in flight, and the state to keep. */
final class Channel {
  private static final Logger log = LoggerFactory.getLogger(Channel.class);

  private final Descriptor device;
  private final BufferPool pool;
  private final StateKeeper keeper;
  private final int inFlight;
  private final Semaphore room;
  private final Map<Long, PendingExchange> detached = new ConcurrentHashMap<>();
  private volatile Optional<SessionState> state;

  Channel(
      Descriptor device,
      BufferPool pool,
      StateKeeper keeper,
      int inFlight,
      Optional<SessionState> state) {
    this.device = device;
    this.pool = pool;
    this.keeper = keeper;
    this.inFlight = inFlight;
    this.room = new Semaphore(inFlight);
    this.state = state;
  }

  Descriptor device() {
    return device;
  }

  BufferPool pool() {
    return pool;
  }

  /** What was negotiated; empty until the kernel has opened the session. */
  Optional<SessionState> state() {
    return state;
  }

  /** Keeps the first state of the session. */
  synchronized void opened(SessionState first) throws IOException {
    keeper.keep(first);
    state = Optional.of(first);
  }

  /** Keeps a change of the state, before the kernel knows of it. */
  synchronized void change(UnaryOperator<SessionState> how) throws IOException {
    SessionState next = how.apply(state.orElseThrow());
    keeper.keep(next);
    state = Optional.of(next);
  }

  /** The kernel is about to be told that {@code opcode} is not supported. */
  void unsupported(Opcode opcode) {
    if (state.isEmpty() || state.get().unsupported().contains(opcode)) {
      return;
    }
    try {
      change(before -> before.withUnsupported(opcode));
    } catch (IOException e) {
      log.error("that {} is not supported could not be kept for a later process", opcode, e);
    }
  }

  /** Where a request that is about to be handled is written down, if it has to be. */
  OptionalInt begin(Incoming.Call call) {
    return log().map(log -> OptionalInt.of(log.begin(call.unique()))).orElse(OptionalInt.empty());
  }

  /** What {@link #begin} has written down is answered. */
  void end(OptionalInt place) {
    if (place.isPresent()) {
      log().ifPresent(log -> log.end(place.getAsInt()));
    }
  }

  /** The log of what is in flight, where the kernel does not send requests again. */
  Optional<InFlightLog> log() {
    return state.isPresent() && !state.get().features().contains(InitFlag.HAS_RESEND)
        ? keeper.inFlight()
        : Optional.empty();
  }

  /** Waits for room, and remembers a request that is answered later. */
  void detach(PendingExchange exchange) {
    room.acquireUninterruptibly();
    detached.put(exchange.call().unique(), exchange);
  }

  /** A detached request has been answered. */
  void done(PendingExchange exchange) {
    detached.remove(exchange.call().unique(), exchange);
    room.release();
  }

  /** The detached request with this {@code unique} of the wire. */
  Optional<PendingExchange> detached(long unique) {
    return Optional.ofNullable(detached.get(unique));
  }

  /** Requests that are detached and not answered. */
  int inFlight() {
    return detached.size();
  }

  /** Waits until nothing is detached; whether that came in time. */
  boolean awaitQuiet(Duration patience) throws InterruptedException {
    if (!room.tryAcquire(inFlight, patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    room.release(inFlight);
    return true;
  }

  /** Sends an answer. */
  void send(
      Incoming.Call call, MemorySegment head, int error, int body, List<MemorySegment> parts) {
    long result = ReplyWriter.write(device, head, call.unique(), error, body, parts);
    if (result < 0 && !isGone(-result)) {
      // The kernel has then failed the request by itself.
      log.error(
          "the kernel did not take the answer to {} {}: errno {}",
          call.opcode(),
          Long.toHexString(call.unique()),
          -result);
    }
  }

  /** Sends a failure of a request that has no exchange. */
  void refuse(long unique, Errno errno) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(ReplyWriter.HEADER, 8);
      ReplyWriter.write(device, head, unique, -errno.number(), 0, List.of());
    }
  }

  /**
   * Whether there is nobody who waits for an answer: ENOENT if the request was aborted, ENODEV and
   * EPERM if the session is over, EBADF if we closed it.
   */
  private static boolean isGone(long errno) {
    return errno == Errno.ENOENT.number()
        || errno == Errno.ENODEV.number()
        || errno == Errno.EPERM.number()
        || errno == Errno.ECONNABORTED.number()
        || errno == Errno.EBADF.number();
  }
}
