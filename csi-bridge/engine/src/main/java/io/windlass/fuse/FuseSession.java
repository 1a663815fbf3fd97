package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.store.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one mount: reads requests from its device, has a {@link Handler} answer them, and can hand
 * the mount over to another process, also without being asked.
 *
 * <p>The kernel's side of a session lives as long as any process has the device open. If this
 * process dies, another that has a duplicate of the descriptor goes on with {@link #takeOver}, and
 * callers only waited.
 */
public final class FuseSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FuseSession.class);

  /** The notification that has requests sent again (FUSE_NOTIFY_RESEND). */
  private static final int RESEND = 7;

  /** How long {@link #close} waits for what is in flight. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Why a session is not served here any more, the worst last. */
  public enum End {
    /** It was stopped here, and may go on elsewhere. */
    STOPPED,
    /** The file system was unmounted or aborted, and there is no session any more. */
    UNMOUNTED,
    /** The device could not be read. The log says why. */
    FAILED
  }

  private final Channel channel;
  private final SessionOptions options;
  private final List<Reader> readers;
  private final List<Thread> threads;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicInteger reading;
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean unmounted = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final BackingFiles backingFiles;

  private FuseSession(String name, Channel channel, SessionOptions options, Handler handler) {
    this.channel = channel;
    this.options = options;
    this.readers = new ArrayList<>();
    this.threads = new ArrayList<>();
    for (int i = 0; i < options.readers(); i++) {
      Reader reader = new Reader(this, channel, options, handler);
      readers.add(reader);
      threads.add(Thread.ofPlatform().daemon().name("fuse-" + name + "-" + i).unstarted(reader));
    }
    this.reading = new AtomicInteger(options.readers());
    this.backingFiles = new BackingFiles(channel);
  }

  /**
   * Serves a fresh mount.
   *
   * @param name names the threads
   * @param device of the mount. The session closes it, when it is closed itself
   * @param keeper keeps what {@link #takeOver} needs in another process
   */
  public static FuseSession serve(
      String name,
      Descriptor device,
      SessionOptions options,
      BufferPool pool,
      StateKeeper keeper,
      Handler handler) {
    Channel channel = new Channel(device, pool, keeper, options.inFlight(), Optional.empty());
    FuseSession session = new FuseSession(name, channel, options, handler);
    session.start();
    return session;
  }

  /**
   * Goes on where another process was. That process must not read the device any more: requests
   * that it still works on are sent again, and carried out twice.
   *
   * <p>Kernels before 6.9 do not send requests again. What is in the keeper's {@link InFlightLog}
   * is answered EINTR there.
   *
   * @param state what the keeper of the other process kept last; empty if it kept nothing, because
   *     the kernel had not opened the session yet
   * @throws LinuxException ENOTSUP if there is no such log on such a kernel, or ENODEV or EPERM if
   *     the session is over; {@code device} stays open
   * @throws IllegalArgumentException if the pool's buffers are smaller than those that were agreed
   *     on
   */
  public static FuseSession takeOver(
      String name,
      Descriptor device,
      Optional<SessionState> state,
      SessionOptions options,
      BufferPool pool,
      StateKeeper keeper,
      Handler handler)
      throws LinuxException {
    if (state.isPresent() && state.get().maxWrite() > pool.maxWrite()) {
      throw new IllegalArgumentException("the session's requests are larger than the buffers");
    }
    Channel channel = new Channel(device, pool, keeper, options.inFlight(), state);
    FuseSession session = new FuseSession(name, channel, options, handler);
    session.recover();
    if (state.isPresent()) {
      session.opened();
    }
    session.start();
    return session;
  }

  /** Has nobody wait for what another process has read. */
  private void recover() throws LinuxException {
    boolean resends =
        channel.state().map(state -> state.features().contains(InitFlag.HAS_RESEND)).orElse(true);
    if (resends) {
      resend();
      return;
    }
    InFlightLog left =
        channel.log().orElseThrow(() -> new LinuxException("take over", Errno.ENOTSUP.number()));
    left.takeAll().forEach(unique -> channel.refuse(unique, Errno.EINTR));
  }

  /** Has the kernel send again what was read and not answered. While nobody reads. */
  private void resend() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(ReplyWriter.HEADER, 8);
      long result = ReplyWriter.write(channel.device(), head, 0, RESEND, 0, List.of());
      if (result < 0) {
        throw new LinuxException("resend", (int) -result);
      }
    }
  }

  private void start() {
    channel.pool().reserve(options.readers());
    threads.forEach(Thread::start);
  }

  /** Waits until the kernel has opened the session; whether it did in time. */
  public boolean awaitOpen(Duration patience) throws InterruptedException {
    return opened.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What was agreed on with the kernel; empty until it has opened the session. */
  public Optional<SessionState> state() {
    return channel.state();
  }

  /** Requests that are detached and not answered yet. */
  public int inFlight() {
    return channel.inFlight();
  }

  /** For files that the kernel reads and writes by itself. */
  public BackingFiles backingFiles() {
    return backingFiles;
  }

  /** Another descriptor of the device, to be kept by another process. */
  public Descriptor duplicateDevice() throws LinuxException {
    return channel.device().duplicate();
  }

  /** Completes when no request is read here any more. */
  public CompletionStage<End> end() {
    return end.minimalCompletionStage();
  }

  /**
   * Stops reading requests, and waits for the answers to those that were read. Not for a handler to
   * call.
   *
   * @return whether all were answered in time. If not, a process that takes over now gets them
   *     again while they are being carried out here
   */
  public boolean stop(Duration patience) throws InterruptedException {
    if (threads.contains(Thread.currentThread())) {
      throw new IllegalStateException("a reader would wait for its own end");
    }
    long deadline = System.nanoTime() + patience.toNanos();
    readers.forEach(FuseSession::stop);
    for (int i = 0; i < readers.size(); i++) {
      while (!threads.get(i).join(Duration.ofMillis(2))) {
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        stop(readers.get(i));
      }
    }
    return channel.awaitQuiet(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
  }

  private static void stop(Reader reader) {
    try {
      reader.stop();
    } catch (LinuxException e) {
      // It has ended between two looks at it.
      log.debug("a reader could not be woken", e);
    }
  }

  /**
   * Stops, and closes the device: the mount is dead unless another process has the device, too.
   * Answers that come later than 10 s from now are dropped.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      if (!stop(PATIENCE)) {
        log.warn("a mount's session was closed with requests in flight");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      channel.device().close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The kernel has opened the session. */
  void opened() {
    opened.countDown();
  }

  /** One reader has ended. */
  void ended(End how) {
    switch (how) {
      case FAILED -> failed.set(true);
      case UNMOUNTED -> unmounted.set(true);
      case STOPPED -> {}
    }
    if (reading.decrementAndGet() == 0) {
      channel.pool().unreserve(options.readers());
      end.complete(failed.get() ? End.FAILED : unmounted.get() ? End.UNMOUNTED : End.STOPPED);
    }
  }

  /** The request with this {@code unique} of the wire, if it is not answered yet. */
  Optional<PendingExchange> find(long unique) {
    return channel
        .detached(unique)
        .or(() -> readers.stream().flatMap(reader -> reader.handling(unique).stream()).findAny());
  }
}
