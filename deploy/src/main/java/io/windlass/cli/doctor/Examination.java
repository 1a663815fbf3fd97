package io.windlass.cli.doctor;

import io.windlass.clock.RunningClock;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs checks one after the other, each with a time limit, and reports their findings. */
final class Examination implements AutoCloseable {
  /**
   * Usual time limit of a check, as time in which this process could run: longer than the longest
   * call to a backend.
   */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final RunningClock clock = RunningClock.start();
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
    return look(subject, LONGEST, check);
  }

  /**
   * Runs one check that may take longer than others.
   *
   * @return whether checks that depend on it make sense
   */
  boolean look(String subject, Duration longest, Callable<Finding> check)
      throws InterruptedException {
    Finding finding = find(longest, check);
    findings.add(subject, finding);
    return finding.isTolerable();
  }

  /** Runs what has to be done in any case: a thread that is interrupted waits for it, too. */
  void finish(String subject, Duration longest, Callable<Finding> work) {
    FutureTask<Finding> task = begin(work);
    Deadline end = Deadline.after(longest, clock);
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        findings.add(subject, found(longest, end, task));
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports what is going to be made, before it is made. */
  void begin(String subject, String text) {
    findings.add(subject, Finding.begun(text));
  }

  /** Reports that something is not checked, and why. */
  void skip(String subject, String why) {
    findings.add(subject, Finding.unseen(why));
  }

  private FutureTask<Finding> begin(Callable<Finding> check) {
    FutureTask<Finding> task = new FutureTask<>(check);
    // What the check waits for counts by the clock, too.
    threads.execute(() -> Deadline.counting(clock, task));
    return task;
  }

  private Finding find(Duration longest, Callable<Finding> check) throws InterruptedException {
    FutureTask<Finding> task = begin(check);
    try {
      return found(longest, Deadline.after(longest, clock), task);
    } catch (InterruptedException e) {
      task.cancel(true);
      throw e;
    }
  }

  private static Finding found(Duration longest, Deadline end, FutureTask<Finding> task)
      throws InterruptedException {
    try {
      while (!task.isDone() && !end.isOver()) {
        awaitFor(end.left(), task);
      }
      return task.get(0, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      return Finding.wrong(
          "no answer within %d s".formatted(longest.toSeconds()), "see whether it is overloaded");
    } catch (ExecutionException e) {
      return Finding.wrong(String.valueOf(e.getCause()), "");
    }
  }

  private static void awaitFor(Duration time, Future<?> task)
      throws InterruptedException, ExecutionException {
    try {
      var _ = task.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // By the clock, there may be time left.
    }
  }

  /** Interrupts a check that still runs, and does not wait for it. */
  @Override
  public void close() {
    threads.shutdownNow();
    clock.close();
  }
}
