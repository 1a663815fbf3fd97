package io.windlass.fuse;

import io.windlass.fuse.message.InitFlag;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
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
 * Session that serves one mount: it reads requests from the device, passes them to a {@link
 * Handler}, and can hand the mount over to another process, even if this process dies.
 *
 * <p>The kernel's side of a session lives as long as any process has the device open. If this
 * process dies, another process that has a duplicate of the descriptor continues the session with
 * {@link #takeOver}. The callers only see a delay.
 */
public final class FuseSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FuseSession.class);

  /** The notification that has requests sent again (FUSE_NOTIFY_RESEND). */
  private static final int RESEND = 7;

  /** Longest time that {@link #close} waits for requests that are not answered yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Reason why this process no longer serves a session, the worst last. */
  public enum End {
    /** The session was stopped here, and may continue in another process. */
    STOPPED,
    /** The file system was unmounted or aborted; the session is over. */
    UNMOUNTED,
    /** The device could not be read. The log has the reason. */
    FAILED
  }

  private final Channel channel;
  private final List<Reader> readers;
  private final List<Thread> threads;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicInteger reading;
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean unmounted = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<End> end = new CompletableFuture<>();

  private FuseSession(String name, Channel channel, SessionOptions options, Handler handler) {
    this.channel = channel;
    this.readers = new ArrayList<>();
    this.threads = new ArrayList<>();
    for (int i = 0; i < options.readers(); i++) {
      Reader reader = new Reader(this, channel, options, handler);
      readers.add(reader);
      threads.add(Thread.ofPlatform().daemon().name("fuse-" + name + "-" + i).unstarted(reader));
    }
    this.reading = new AtomicInteger(options.readers());
  }

  /**
   * Serves a new mount.
   *
   * @param name name of the mount, for the names of the threads
   * @param device device of the mount; {@link #close} closes it
   * @param keeper keeps the state that {@link #takeOver} needs in another process
   */
  public static FuseSession serve(
      String name,
      Descriptor device,
      SessionOptions options,
      BufferPool pool,
      StateKeeper keeper,
      Handler handler) {
    SessionBuffers buffers = pool.join(options.readers());
    Channel channel = new Channel(device, buffers, keeper, options.inFlight(), Optional.empty());
    FuseSession session = new FuseSession(name, channel, options, handler);
    session.start();
    return session;
  }

  /**
   * Continues a session that another process served. That process must not read the device any
   * more: requests that it still works on are sent again, and carried out twice.
   *
   * <p>Kernels before 6.9 do not send requests again. On these, requests in the keeper's {@link
   * InFlightLog} are answered with EINTR.
   *
   * @param state last state that the keeper of the other process kept; empty if it kept none,
   *     because the kernel had not opened the session yet
   * @throws LinuxException ENOTSUP if the kernel does not send requests again and there is no such
   *     log; ENODEV or EPERM if the session is over; {@code device} stays open
   * @throws IllegalArgumentException if the buffers of the pool are smaller than the size that was
   *     negotiated
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
    SessionBuffers buffers = pool.join(options.readers());
    Channel channel = new Channel(device, buffers, keeper, options.inFlight(), state);
    FuseSession session = new FuseSession(name, channel, options, handler);
    session.recover();
    session.start();
    return session;
  }

  /**
   * Settles the requests that the former process read and did not answer: has the kernel send them
   * again, or answers them with EINTR.
   */
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

  /**
   * Asks the kernel to send the requests again that were read and not answered. Called while no
   * thread reads.
   */
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
    channel.buffers().begin();
    threads.forEach(Thread::start);
  }

  /**
   * Waits until the kernel has the answer to its INIT. Returns false if that took longer than
   * {@code patience}. A session that was {@linkplain #takeOver taken over} may have been opened
   * long before, which this does not see.
   */
  public boolean awaitOpen(Duration patience) throws InterruptedException {
    return opened.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Records that the kernel has the answer to its INIT. */
  void opened() {
    opened.countDown();
  }

  /** Returns what was negotiated with the kernel; empty until it has opened the session. */
  public Optional<SessionState> state() {
    return channel.state();
  }

  /** Returns the number of requests that are detached and not answered yet. */
  public int inFlight() {
    return channel.inFlight();
  }

  /** Duplicates the descriptor of the device, for another process to keep. */
  public Descriptor duplicateDevice() throws LinuxException {
    return channel.device().duplicate();
  }

  /** Returns a stage that completes when this process reads no more requests. */
  public CompletionStage<End> end() {
    return end.minimalCompletionStage();
  }

  /**
   * Stops reading requests, and waits for the answers to those that were read. A handler must not
   * call it.
   *
   * @return whether all requests were answered in time. If not, a process that takes over now
   *     receives those that are left again, while they are still carried out here
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

  /**
   * Gives back memory that long requests left, if no request has come since the last call. To be
   * called now and then.
   *
   * @return whether no request has come
   */
  public boolean rest() {
    boolean quiet = true;
    for (Reader reader : readers) {
      try {
        quiet &= reader.rest();
      } catch (LinuxException e) {
        log.debug("a reader could not be woken", e);
      }
    }
    return quiet;
  }

  private static void stop(Reader reader) {
    try {
      reader.stop();
    } catch (LinuxException e) {
      // The reader ended after it was checked.
      log.debug("a reader could not be woken", e);
    }
  }

  /**
   * Stops the session and closes the device. The mount is then dead unless another process has the
   * device open, too. Answers that come later than 10 s from now are dropped.
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

  /** Records that one reader has ended. The last one completes {@link #end}. */
  void ended(End how) {
    switch (how) {
      case FAILED -> failed.set(true);
      case UNMOUNTED -> unmounted.set(true);
      case STOPPED -> {}
    }
    if (reading.decrementAndGet() == 0) {
      channel.buffers().end();
      end.complete(failed.get() ? End.FAILED : unmounted.get() ? End.UNMOUNTED : End.STOPPED);
    }
  }

  /** Returns the request with this {@code unique} of the wire, if it is not answered yet. */
  Optional<PendingExchange> find(long unique) {
    return channel
        .detached(unique)
        .or(() -> readers.stream().flatMap(reader -> reader.handling(unique).stream()).findAny());
  }
}
