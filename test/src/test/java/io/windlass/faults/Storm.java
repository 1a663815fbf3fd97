package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Many clients at the same time, while trouble strikes again and again. */
final class Storm implements AutoCloseable {
  private final StormPlan plan;
  private final Fleet fleet;
  private final SplittableRandom random;
  private final Keys keys = new Keys();
  private final SharedNames shared;
  private final List<StormClient> clients = new ArrayList<>();
  private final Caller caller;
  private final Progress progress = new Progress();
  private final AtomicInteger strikes = new AtomicInteger();

  /** What happens to drivers or servers while clients call them. */
  interface Trouble {
    /**
     * Strikes once; when it returns, everything works again.
     *
     * @param progress to choose the moment by: were it chosen by the clock, on a slow machine
     *     nothing would ever get done between two strikes
     */
    void strike(RandomGenerator random, Progress progress) throws InterruptedException;
  }

  Storm(StormPlan plan, Fleet fleet, String backend) {
    this.plan = plan;
    this.fleet = fleet;
    this.random = new SplittableRandom(plan.seed());
    this.shared = new SharedNames(backend);
    this.caller = new Caller(fleet, random.split(), new Progress());
    for (int i = 0; i < plan.clients(); i++) {
      Caller own = new Caller(fleet, random.split(), progress);
      clients.add(new StormClient("c%02d".formatted(i), shared, keys, own));
    }
  }

  /**
   * Lets the clients act until each has done what the plan says and trouble struck as often as the
   * plan says; then makes sure that every key does what it should.
   *
   * @return what the clients have
   */
  Holdings run(Trouble trouble) throws InterruptedException {
    long start = System.nanoTime();
    System.out.println(plan);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (StormClient client : clients) {
        running.add(threads.submit(() -> act(client)));
      }
      strike(trouble, running);
      requireSuccess(running);
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    System.out.printf("%d strikes in %d s, answers: %s%n", strikes.get(), seconds, codes());
    assertThat(fleet.violations()).isEmpty();
    return verified();
  }

  private void strike(Trouble trouble, List<Future<?>> running) throws InterruptedException {
    RandomGenerator chance = random.split();
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

  private void act(StormClient client) {
    boolean done = false;
    try {
      for (int i = 0; i < plan.iterations() || strikes.get() < plan.strikes(); i++) {
        client.act();
      }
      done = true;
    } finally {
      if (!done) {
        progress.end();
      }
    }
  }

  /** The first failure that is one, with the others in it. */
  private void requireSuccess(List<Future<?>> running) throws InterruptedException {
    AssertionError failure = new AssertionError("this storm went wrong: " + plan);
    for (Future<?> client : running) {
      try {
        client.get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof Caller.Abandoned)) {
          failure.addSuppressed(e.getCause());
        }
      }
    }
    if (failure.getSuppressed().length > 0) {
      failure.initCause(failure.getSuppressed()[0]);
      throw failure;
    }
  }

  private Holdings verified() {
    Holdings all = shared.settle(keys, caller);
    for (StormClient client : clients) {
      client.verify();
      all.addAll(client.holdings());
    }
    return all;
  }

  /** Has the clients give everything back. */
  void removeAll() {
    clients.forEach(StormClient::removeAll);
    shared.removeAll(caller);
  }

  private Map<Code, Integer> codes() {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    clients.forEach(
        client -> client.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }

  @Override
  public void close() {
    keys.close();
  }
}
