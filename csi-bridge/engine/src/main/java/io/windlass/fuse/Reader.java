package io.windlass.fuse;

import io.windlass.fuse.message.Incoming;
import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.RequestDecoder;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.Pages;
import io.windlass.linux.WakeUp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Reads requests of a session on its own thread, and passes them to the handler. */
final class Reader implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Reader.class);

  /** Pause after a failure that may pass, such as a lack of memory. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final FuseSession session;
  private final Channel channel;
  private final SessionOptions options;
  private final Handler handler;

  /** The request that this thread is handling. */
  private volatile @Nullable PendingExchange current;

  /** Empty until the thread runs. */
  private volatile Optional<WakeUp> wakeUp = Optional.empty();

  private volatile boolean stopping;

  /** Whether a request was read since {@link #rest} was called last. */
  private volatile boolean busy;

  /** Whether this reader is to give back memory before it reads on. */
  private volatile boolean resting;

  /** Whether it was told so since its last request. */
  private boolean rested;

  Reader(FuseSession session, Channel channel, SessionOptions options, Handler handler) {
    this.session = session;
    this.channel = channel;
    this.options = options;
    this.handler = handler;
  }

  /** Makes the reader read no more. To be repeated until the thread has ended. */
  void stop() throws LinuxException {
    stopping = true;
    wake();
  }

  /**
   * Has the reader give back what long requests left in its buffer, if it read none since the last
   * call. Returns whether it read none.
   */
  synchronized boolean rest() throws LinuxException {
    boolean quiet = !busy;
    busy = false;
    if (quiet && !rested) {
      resting = true;
    }
    rested = quiet;
    if (resting) {
      wake();
    }
    return quiet;
  }

  private void wake() throws LinuxException {
    Optional<WakeUp> now = wakeUp;
    if (now.isPresent()) {
      now.get().wake();
    }
  }

  /** Returns the request with this {@code unique} of the wire, if this reader is handling it. */
  Optional<PendingExchange> handling(long unique) {
    PendingExchange exchange = current;
    return exchange != null && exchange.call().unique() == unique
        ? Optional.of(exchange)
        : Optional.empty();
  }

  @Override
  public void run() {
    try (WakeUp own = WakeUp.ofCurrentThread()) {
      wakeUp = Optional.of(own);
      session.ended(read());
    } catch (Throwable e) {
      log.error("a reader of a mount ended", e);
      session.ended(FuseSession.End.FAILED);
    }
  }

  private FuseSession.End read() throws InterruptedException, LinuxException {
    // Null after a request kept the buffer, until the next one is taken from the pool.
    @Nullable Buffer buffer = null;
    try {
      while (!stopping) {
        if (buffer == null) {
          buffer = channel.buffers().take();
        }
        if (resting) {
          resting = false;
          buffer.rest();
        }
        long n = channel.device().read(buffer.requestAddress(), buffer.requestCapacity());
        if (n > 0) {
          busy = true;
          buffer.received(n);
          if (serve(buffer, n)) {
            buffer = null;
          }
          continue;
        }
        Optional<FuseSession.End> end = end((int) -n);
        if (end.isPresent()) {
          return end.get();
        }
      }
      return FuseSession.End.STOPPED;
    } finally {
      if (buffer != null) {
        channel.buffers().give(buffer);
      }
    }
  }

  /**
   * Returns how the session ended if a read failed with {@code errno}; empty if more requests may
   * come.
   */
  private static Optional<FuseSession.End> end(int errno) throws InterruptedException {
    if (errno == Errno.EINTR.number()
        || errno == Errno.EAGAIN.number()
        || errno == Errno.ENOENT.number()) {
      return Optional.empty();
    }
    // The device of a session that is over never returns 0, but a socket in its place (in tests)
    // does.
    if (errno == 0 || errno == Errno.ENODEV.number() || errno == Errno.ECONNABORTED.number()) {
      return Optional.of(FuseSession.End.UNMOUNTED);
    }
    if (errno == Errno.EBADF.number()) {
      return Optional.of(FuseSession.End.STOPPED);
    }
    if (errno == Errno.EINVAL.number() || errno == Errno.EPERM.number()) {
      log.error("the FUSE device cannot be read: errno {}", errno);
      return Optional.of(FuseSession.End.FAILED);
    }
    log.error("a request could not be read: errno {}", errno);
    Thread.sleep(PAUSE);
    return Optional.empty();
  }

  /** Handles the message that was read. Returns whether a request keeps the buffer. */
  private boolean serve(Buffer buffer, long length) {
    boolean longSetxattr =
        channel.state().filter(s -> s.features().contains(InitFlag.SETXATTR_EXT)).isPresent();
    Incoming incoming =
        RequestDecoder.decode(buffer.memory(), Buffer.REQUEST, length, longSetxattr);
    return switch (incoming) {
      case Incoming.Call call -> call(call, buffer);
      case Incoming.Init init -> {
        init(init, buffer);
        yield false;
      }
      case Incoming.Interrupt interrupt -> {
        interrupt(interrupt);
        yield false;
      }
      case Incoming.Refused refused -> {
        refuse(refused);
        yield false;
      }
      case Incoming.Garbage garbage -> {
        log.error("the FUSE device gave an invalid request: {}", garbage.reason());
        yield false;
      }
    };
  }

  private boolean call(Incoming.Call call, Buffer buffer) {
    PendingExchange exchange;
    try {
      exchange = new PendingExchange(channel, call, buffer);
    } catch (RuntimeException e) {
      log.error("request {} could not be recorded as in flight", call.opcode(), e);
      channel.refuse(call.unique(), Errno.EIO);
      return false;
    }
    current = exchange;
    try {
      handler.handle(call.request(), exchange);
      if (!exchange.isAnswered() && !exchange.isDetached()) {
        unanswered(exchange);
      }
    } catch (Throwable e) {
      failed(exchange, e);
    } finally {
      current = null;
    }
    return exchange.keepsBuffer();
  }

  private static void unanswered(PendingExchange exchange) {
    if (exchange.isSilent()) {
      exchange.none();
      return;
    }
    log.error("{} was neither answered nor detached", exchange.call().opcode());
    exchange.error(Errno.EIO);
  }

  private static void failed(PendingExchange exchange, Throwable failure) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    log.error("defect {}: {} failed", id, exchange.call().opcode(), failure);
    if (!exchange.isAnswered()) {
      try {
        exchange.error(Errno.EIO);
      } catch (IllegalStateException answeredMeanwhile) {
        log.debug("defect {}: answered by another thread", id);
      }
    }
  }

  private void init(Incoming.Init init, Buffer buffer) {
    MemorySegment head = buffer.head();
    if (init.major() < Negotiation.MAJOR
        || (init.major() == Negotiation.MAJOR && init.minor() < Negotiation.OLDEST)) {
      log.error(
          "the kernel speaks FUSE {}.{}; 7.31 (Linux 5.2) is the oldest that is understood",
          init.major(),
          init.minor());
      channel.refuse(init.unique(), Errno.EPROTO);
      return;
    }
    SessionState state = Negotiation.agree(init, options, channel.buffers().maxWrite());
    try {
      int at = ReplyWriter.HEADER;
      Negotiation.write(state, init, options, Pages.size(), head, at);
      // A kernel with a newer major version sends INIT again with ours after this answer.
      if (init.major() == Negotiation.MAJOR) {
        channel.opened(state);
      }
    } catch (IOException | RuntimeException e) {
      log.error("a session's state could not be kept, so it cannot begin", e);
      channel.refuse(init.unique(), Errno.EIO);
      return;
    }
    ReplyWriter.write(channel.device(), head, init.unique(), 0, Negotiation.SIZE, List.of());
    if (init.major() == Negotiation.MAJOR) {
      session.opened();
    }
  }

  private void interrupt(Incoming.Interrupt interrupt) {
    Optional<PendingExchange> exchange = session.find(interrupt.interrupted());
    if (exchange.isPresent()) {
      try {
        exchange.get().interruption().happen();
      } catch (RuntimeException e) {
        log.error("{} could not be interrupted", exchange.get().call().opcode(), e);
      }
    } else {
      // The request is answered already; or another thread has read it and not registered it yet,
      // and the kernel sends the interrupt again after EAGAIN.
      channel.refuse(interrupt.unique(), Errno.EAGAIN);
    }
  }

  private void refuse(Incoming.Refused refused) {
    boolean ordinary =
        EnumSet.of(Errno.ENOSYS, Errno.EILSEQ, Errno.ENOENT, Errno.ENODATA)
            .contains(refused.errno());
    log.atLevel(ordinary ? Level.DEBUG : Level.WARN)
        .log("opcode {} was refused: {}", refused.opcode(), refused.reason());
    channel.refuse(refused.unique(), refused.errno());
  }
}
