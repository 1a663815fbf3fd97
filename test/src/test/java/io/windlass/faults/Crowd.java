package io.windlass.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Many clients at the same time, while trouble strikes again and again. */
public final class Crowd {
  private final StormPlan plan;
  private final Progress progress = new Progress();
  private final AtomicInteger strikes = new AtomicInteger();
  private final AtomicInteger acting = new AtomicInteger();

  public Crowd(StormPlan plan) {
    this.plan = plan;
  }

  /** What happens to drivers or servers while clients call them. */
  public interface Trouble {
    /**
     * Strikes once; when it returns, everything works again.
     *
     * @param progress to choose the moment by: were it chosen by the clock, on a slow machine
     *     nothing would ever get done between two strikes
     */
    void strike(RandomGenerator random, Progress progress) throws InterruptedException;
  }

  /** Returns the progress of all clients together. */
  public Progress progress() {
    return progress;
  }

  /**
   * Lets all act until each has done what the plan says and trouble struck as often as the plan
   * says.
   *
   * @param deeds of each client, to be done again and again
   */
  public void run(List<Runnable> deeds, Trouble trouble, RandomGenerator chance)
      throws InterruptedException {
    long start = System.nanoTime();
    System.out.println(plan);
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
      List<Future<?>> running = new ArrayList<>();
      acting.set(deeds.size());
      deeds.forEach(deed -> running.add(threads.submit(() -> act(deed))));
      strike(trouble, chance, running);
      requireSuccess(running);
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    System.out.printf("%d strikes in %d s%n", strikes.get(), seconds);
  }

  private void strike(Trouble trouble, RandomGenerator chance, List<Future<?>> running)
      throws InterruptedException {
    try {
      while (running.stream().anyMatch(client -> !client.isDone())) {
        trouble.strike(chance, progress);
        strikes.incrementAndGet();
      }
    } catch (RuntimeException | Error e) {
      progress.end();
      throw e;
    }
  }

  private void act(Runnable deed) {
    boolean done = false;
    try {
      for (int i = 0; i < plan.iterations() || strikes.get() < plan.strikes(); i++) {
        deed.run();
      }
      done = true;
    } finally {
      if (!done) {
        progress.end();
      }
      if (acting.decrementAndGet() == 0) {
        progress.allDone();
      }
    }
  }

  /** Throws the first real failure, with the others as suppressed. */
  private void requireSuccess(List<Future<?>> running) throws InterruptedException {
    AssertionError failure = new AssertionError("this storm went wrong: " + plan);
    for (Future<?> client : running) {
      try {
        client.get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof Progress.Abandoned)) {
          failure.addSuppressed(e.getCause());
        }
      }
    }
    if (failure.getSuppressed().length > 0) {
      failure.initCause(failure.getSuppressed()[0]);
      throw failure;
    }
  }
}
