package io.windlass.cli.doctor;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs checks one after the other, each with a time limit, and reports their findings. */
final class Examination implements AutoCloseable {
  /** Time limit of a check: longer than the longest call to a backend. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Findings findings;

  Examination(Findings findings) {
    this.findings = findings;
  }

  /**
   * Runs one check.
   *
   * @return whether checks that depend on it make sense
   */
  boolean look(String subject, Callable<Finding> check) throws InterruptedException {
    Finding finding = find(check);
    findings.add(subject, finding);
    return finding.isTolerable();
  }

  /** Reports that something is not checked, and why. */
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

  /** Interrupts a check that still runs, and does not wait for it. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
