package io.windlass.cli.doctor;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at one thing after the other, each for a bounded time, and tells what it finds. */
final class Examination implements AutoCloseable {
  /** More than a call to a backend takes at most. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Findings findings;

  Examination(Findings findings) {
    this.findings = findings;
  }

  /**
   * Looks at one thing.
   *
   * @return whether what depends on it is worth a look
   */
  boolean look(String subject, Callable<Finding> check) throws InterruptedException {
    Finding finding = find(check);
    findings.add(subject, finding);
    return finding.isTolerable();
  }

  /** Says that nobody looks at something, and why. */
  void skip(String subject, String why) {
    findings.add(subject, Finding.unseen(why));
  }

  private Finding find(Callable<Finding> check) throws InterruptedException {
    Future<Finding> future = threads.submit(check);
    try {
      return future.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      return Finding.wrong(
          "no answer within %d s".formatted(LONGEST.toSeconds()), "see whether it is overloaded");
    } catch (ExecutionException e) {
      return Finding.wrong(String.valueOf(e.getCause()), "");
    }
  }

  /** Does not wait for a look that takes too long. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
