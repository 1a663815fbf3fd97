package io.windlass.trial;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * What came of several requests at once, all on one condition, of which one may succeed.
 *
 * @param of how many there were
 * @param won how many succeeded
 * @param unsupported how many were refused because the server knows no such condition
 */
record Race(int of, int won, int unsupported) {
  /** A request with a condition. */
  interface Attempt {
    /**
     * Sends it.
     *
     * @throws DriverException.PreconditionFailed if the condition does not hold
     * @throws DriverException.Unsupported if the server knows no such condition
     * @throws DriverException.NotFound if it lost to another that used up what it needs
     */
    void send();
  }

  private enum Outcome {
    WON,
    LOST,
    UNSUPPORTED
  }

  /**
   * Sends all at once, and waits for all.
   *
   * @throws DriverException if one fails for another reason than its condition
   */
  static Race of(List<Attempt> attempts) {
    List<Outcome> outcomes =
        atOnce(
            attempts.stream().<Supplier<Outcome>>map(attempt -> () -> outcome(attempt)).toList());
    return new Race(
        attempts.size(), count(outcomes, Outcome.WON), count(outcomes, Outcome.UNSUPPORTED));
  }

  /** Does all at once, and waits for all. */
  static <T> List<T> atOnce(List<Supplier<T>> work) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Executor carried = each -> threads.execute(Deadline.carried(each));
      List<CompletableFuture<T>> begun =
          work.stream().map(each -> CompletableFuture.supplyAsync(each, carried)).toList();
      return begun.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error fatal) {
        throw fatal;
      }
      throw e.getCause() instanceof DriverException failure ? failure : e;
    }
  }

  private static int count(List<Outcome> outcomes, Outcome wanted) {
    return (int) outcomes.stream().filter(wanted::equals).count();
  }

  private static Outcome outcome(Attempt attempt) {
    try {
      attempt.send();
      return Outcome.WON;
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
      return Outcome.LOST;
    } catch (DriverException.Unsupported e) {
      return Outcome.UNSUPPORTED;
    }
  }

  /**
   * Returns the race as it is if one that lost succeeded: its answer was lost, and it met itself.
   */
  Race withWinner() {
    return new Race(of, Math.max(won, 1), unsupported);
  }

  boolean isRefused() {
    return unsupported == of;
  }
}
