package io.windlass.fuse;

import io.windlass.fuse.message.Incoming;
import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Opcode;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
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

/**
 * State that the threads of one session share: the device, the requests in flight, and the session
 * state that a later process needs.
 */
final class Channel {
  private static final Logger log = LoggerFactory.getLogger(Channel.class);

  private final Descriptor device;
  private final SessionBuffers buffers;
  private final StateKeeper keeper;
  private final int inFlight;
  private final Semaphore room;
  private final Map<Long, PendingExchange> detached = new ConcurrentHashMap<>();
  private volatile Optional<SessionState> state;

  Channel(
      Descriptor device,
      SessionBuffers buffers,
      StateKeeper keeper,
      int inFlight,
      Optional<SessionState> state) {
    this.device = device;
    this.buffers = buffers;
    this.keeper = keeper;
    this.inFlight = inFlight;
    this.room = new Semaphore(inFlight);
    this.state = state;
  }

  Descriptor device() {
    return device;
  }

  SessionBuffers buffers() {
    return buffers;
  }

  /** Returns what was negotiated; empty until the kernel has opened the session. */
  Optional<SessionState> state() {
    return state;
  }

  /** Keeps the first state of the session. */
  synchronized void opened(SessionState first) throws IOException {
    keeper.keep(first);
    state = Optional.of(first);
  }

  /** Changes the state and keeps it. Fails without a change if it cannot be kept. */
  synchronized void change(UnaryOperator<SessionState> how) throws IOException {
    SessionState next = how.apply(state.orElseThrow());
    keeper.keep(next);
    state = Optional.of(next);
  }

  /** Records that {@code opcode} is not supported, before the kernel is told so. */
  void unsupported(Opcode opcode) {
    if (state.isEmpty() || state.get().unsupported().contains(opcode)) {
      return;
    }
    try {
      change(before -> before.withUnsupported(opcode));
    } catch (IOException e) {
      log.error(
          "the state of the session could not be written, so a later process does not know that {}"
              + " is not supported",
          opcode,
          e);
    }
  }

  /**
   * Records in the in-flight log, if there is one, that a request is about to be handled. Returns
   * the slot in the log.
   */
  OptionalInt begin(Incoming.Call call) {
    return log().map(log -> OptionalInt.of(log.begin(call.unique()))).orElse(OptionalInt.empty());
  }

  /** Tells the keeper that a request was read. */
  void began() {
    keeper.began();
  }

  /** Tells the keeper that nothing is done for a request any more. */
  void ended() {
    keeper.ended();
  }

  /** Clears the slot that {@link #begin} returned, once the request is answered. */
  void end(OptionalInt place) {
    if (place.isPresent()) {
      log().ifPresent(log -> log.end(place.getAsInt()));
    }
  }

  /** Returns the log of requests in flight; empty if the kernel sends requests again by itself. */
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

  /** Forgets a detached request that has been answered. */
  void done(PendingExchange exchange) {
    detached.remove(exchange.call().unique(), exchange);
    room.release();
  }

  /** Returns the detached request with this {@code unique} of the wire. */
  Optional<PendingExchange> detached(long unique) {
    return Optional.ofNullable(detached.get(unique));
  }

  /** Returns the number of requests that are detached and not answered. */
  int inFlight() {
    return detached.size();
  }

  /**
   * Waits until no request is detached. Returns false if that took longer than {@code patience}.
   */
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
      // The kernel has failed the request by itself when it refuses the answer.
      log.error(
          "the kernel did not take the answer to {} {}: errno {}",
          call.opcode(),
          Long.toHexString(call.unique()),
          -result);
    }
  }

  /** Answers a request that has no exchange with an error. */
  void refuse(long unique, Errno errno) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(ReplyWriter.HEADER, 8);
      ReplyWriter.write(device, head, unique, -errno.number(), 0, List.of());
    }
  }

  /**
   * Returns whether nobody waits for the answer any more: ENOENT if the request was aborted,
   * ENODEV, EPERM or ECONNABORTED if the session is over, EBADF if this process closed the device.
   */
  private static boolean isGone(long errno) {
    return errno == Errno.ENOENT.number()
        || errno == Errno.ENODEV.number()
        || errno == Errno.EPERM.number()
        || errno == Errno.ECONNABORTED.number()
        || errno == Errno.EBADF.number();
  }
}
