package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Copies that a server refuses to make, or makes wrong, and that are made by reading and sending
 * instead. It is asked for them again, unless it has said that it does not offer them: many refuse
 * them only of some sources, by 400, as Garage does of small ones and versitygw of directories, or
 * by saying that these have changed, as Swift does of those that were made in parts.
 */
public final class RefusedCopies {
  /** What a server is asked to copy. */
  public enum Kind {
    OBJECT,
    /** The marker of a directory. */
    MARKER,
    PART
  }

  /** Longest wait for a turn of an operation without a deadline. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(30);

  private static final int INTERNAL_ERROR = 500;

  /** Connections of what is read while it is sent. */
  private static final int PAIR = 2;

  private final Set<Kind> missing = ConcurrentHashMap.newKeySet();
  private final Semaphore turns;

  /**
   * Creates those of a server.
   *
   * @param connections most connections to it at one time, at least 2
   */
  public RefusedCopies(int connections) {
    this.turns = new Semaphore(connections / PAIR, true);
  }

  /** Makes a copy. */
  interface Copying<T, E extends Exception> {
    T make() throws E;
  }

  /** Notes that the server is not to be asked for copies of a kind. */
  public void never(Kind kind) {
    missing.add(kind);
  }

  /**
   * Makes a copy on the server, or else by reading and sending.
   *
   * @param isAsAsked asks whether the source is in the state that is to be copied, where the server
   *     says that it is not
   * @throws DriverException.PreconditionFailed if the source has changed
   * @throws DriverException if both fail: why it could not be read or sent
   */
  <T, E extends Exception> T make(
      Kind kind, BooleanSupplier isAsAsked, Copying<T, E> byServer, Copying<T, E> sent) throws E {
    if (missing.contains(kind)) {
      return sent.make();
    }
    try {
      return byServer.make();
    } catch (DriverException.Unsupported e) {
      missing.add(kind);
      return instead(sent, e);
    } catch (DriverException.InvalidArgument e) {
      return instead(sent, e);
    } catch (DriverException.PreconditionFailed e) {
      if (!isAsAsked.getAsBoolean()) {
        throw e;
      }
      return instead(sent, e);
    } catch (DriverException.Unavailable e) {
      // JuiceFS' gateway says so of all markers, and so of each after some attempts.
      if (kind != Kind.MARKER
          || !(e.getCause() instanceof S3Exception said && said.statusCode() == INTERNAL_ERROR)) {
        throw e;
      }
      T made = instead(sent, e);
      missing.add(kind);
      return made;
    }
  }

  /**
   * Sends what is read meanwhile, which takes two connections, when it is its turn: if each of many
   * held one, all would wait for another that none gives back.
   *
   * @throws DriverException.Unavailable if the time of the operation is over before
   */
  <T> T inTurn(Supplier<T> sending) {
    awaitTurn();
    try {
      return sending.get();
    } finally {
      turns.release();
    }
  }

  /** Others of the same operation may make progress meanwhile: then it has more time. */
  private void awaitTurn() {
    try {
      while (!turns.tryAcquire(Deadline.leftOf(LONGEST_WAIT).toNanos(), TimeUnit.NANOSECONDS)) {
        if (Deadline.current().map(Deadline::isOver).orElse(true)) {
          throw new DriverException.Unavailable(
              "too many ranges are read and sent at once: there was no turn in time", null);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("the call was interrupted", e);
    }
  }

  private static <T, E extends Exception> T instead(Copying<T, E> sent, DriverException refusal)
      throws E {
    try {
      return sent.make();
    } catch (DriverException e) {
      e.addSuppressed(refusal);
      throw e;
    }
  }
}
