package io.windlass.fs.upload;

import io.windlass.error.DriverException;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.lock.Waits;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Requests with data of a volume. Limits how many are under way at once and, of those that send
 * files whole, how many bytes. Whoever waits for a turn waits as long as data that others send
 * reaches the bucket, and as long as the server may take for what it has been asked for.
 */
public final class Transfers {
  /** Time after which a thread that waits for its turn looks whether the server is silent. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final int most;
  private final Duration timeout;
  private final WaitListener waiting;
  private final LongSupplier clock;
  private final Semaphore turns;
  private final UploadWindow window = new UploadWindow();

  /**
   * Deadline by which a part of any file should be in the bucket, if the server still takes parts.
   */
  private final Deadline sending;

  /**
   * Creates the requests of a volume.
   *
   * @param most requests under way at once
   * @param timeout longest time that a thread waits without progress
   * @param waiting is told who waits for a turn
   * @param clock counts nanoseconds, for time limits
   */
  public Transfers(int most, Duration timeout, WaitListener waiting, LongSupplier clock) {
    this.most = most;
    this.timeout = timeout;
    this.waiting = waiting;
    this.clock = clock;
    this.turns = new Semaphore(most);
    this.sending = Deadline.after(Deadline.USUAL, clock);
  }

  /**
   * Sends a part or a whole file to the bucket, or has the server copy it. Those who wait for their
   * turn wait for as long as that may take.
   */
  public <T> T send(Supplier<T> request) {
    T done = sending.ahead(request);
    sending.renew();
    Deadline.progress();
    return done;
  }

  /** Takes a turn, if there is one now. */
  public boolean tryTake() {
    return turns.tryAcquire();
  }

  /**
   * Takes a turn; waits for it.
   *
   * @throws DriverException.Unavailable if too much is on its way for too long
   */
  private void take() {
    await(left ->
        turns.tryAcquire((left.compareTo(LOOK) < 0 ? left : LOOK).toNanos(), TimeUnit.NANOSECONDS));
  }

  /** Gives a turn back. */
  public void give() {
    turns.release();
  }

  /**
   * Takes all turns for good: then no request is under way, and none begins.
   *
   * @param limit longest time that this waits for requests that are under way
   * @return whether it could
   */
  public boolean takeAll(Duration limit) {
    try {
      return turns.tryAcquire(most, limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Sends the parts of an upload, as many at once as there are turns, and waits until none is under
   * way. Begins no other after one has failed.
   *
   * @param parts requests by the numbers of the parts
   * @param stopped whether no other is begun
   * @param underWay counts the parts until they have arrived or failed: when this takes too long,
   *     they may go on, and whoever aborts the upload has to wait for them
   * @return the answers by the numbers of the parts; all of them, unless it was stopped
   * @throws DriverException.Unavailable if that takes too long
   * @throws RuntimeException the first failure of a request
   */
  public <T> SortedMap<Integer, T> sendAll(
      SortedMap<Integer, Supplier<T>> parts, BooleanSupplier stopped, InFlight underWay) {
    SortedMap<Integer, T> answers = new ConcurrentSkipListMap<>();
    InFlight going = new InFlight();
    for (Map.Entry<Integer, Supplier<T>> part : parts.entrySet()) {
      if (going.isFailed() || stopped.getAsBoolean()) {
        break;
      }
      take();
      going.begin();
      underWay.begin();
      Thread.ofVirtual()
          .name("part")
          .start(
              Deadline.carried(() -> {
                try {
                  answers.put(part.getKey(), send(part.getValue()));
                } catch (RuntimeException e) {
                  going.fail(e);
                } catch (Error e) { // as when there is no memory: the part has not been sent
                  going.fail(new IllegalStateException("a part could not be sent", e));
                  throw e;
                } finally {
                  give();
                  underWay.end();
                  going.end();
                }
              }));
    }
    going.await(timeout);
    return answers;
  }

  /** Waits until none of these is under way, for as long as data reaches the bucket. */
  public void await(InFlight ahead) {
    ahead.awaitOthers(timeout, sending);
  }

  /**
   * Waits until a file of this size in bytes may be sent whole; it counts until it {@linkplain
   * #leave leaves}.
   *
   * @throws DriverException.Unavailable if too much is on its way for too long
   */
  public void enter(long size) {
    await(left -> window.tryEnter(size, left));
  }

  /** Removes a file of this size that was entered. */
  public void leave(long size) {
    window.leave(size);
  }

  /**
   * Records that a file of this size was sent whole.
   *
   * @param took time from the request to its answer
   */
  public void answered(long size, Duration took) {
    window.answered(size, took);
  }

  /** Attempt to get something within a time; says whether that succeeded. */
  private interface Turn {
    boolean within(Duration left) throws InterruptedException;
  }

  private void await(Turn turn) {
    Waits.here();
    long end = clock.getAsLong() + timeout.toNanos();
    try {
      Duration left = Deadline.leftOf(timeout);
      while (!turn.within(left)) {
        waiting.waits();
        left = Deadline.leftFor(Optional.of(sending), Duration.ofNanos(end - clock.getAsLong()));
        if (!left.isPositive()) {
          throw new DriverException.Unavailable("too much is on its way to the server", null);
        }
      }
      // The others have made progress, and so has the operation that waited for them.
      Deadline.leftFor(Optional.of(sending), timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("interrupted while others were sending", e);
    }
  }
}
