package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Programs that each do one thing so many times a round, all at once. Whatever one of them says is
 * not right is kept, and fails the round.
 */
final class BusyPrograms {
  /** No measure of speed: all of it happens on any machine, however busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final List<Program> programs = new ArrayList<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicLong deeds = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();

  /** One thing that a program does again and again. */
  interface Deed {
    /** Does it once; throws, or returns what was not right, or nothing. */
    String once(SplittableRandom random) throws IOException, InterruptedException;
  }

  private record Program(String name, SplittableRandom random, Deed deed) {}

  /** Adds one. */
  void add(String name, long seed, Deed deed) {
    programs.add(new Program(name, new SplittableRandom(seed), deed));
  }

  /** Has each do its deeds, and waits until all are done. */
  void round(KillPlan plan, Supplier<String> log) {
    round(plan.deeds(), 0, () -> {}, log);
  }

  /**
   * Has each do its deeds, and waits until all are done. Something happens to the mount before half
   * of them are.
   *
   * @param random says when
   * @param event what happens
   * @param log is shown with what is wrong
   */
  void round(KillPlan plan, SplittableRandom random, Runnable event, Supplier<String> log) {
    int before = random.nextInt(programs.size() * plan.deeds() / 2);
    round(plan.deeds(), before, event, log);
  }

  private void round(int each, int before, Runnable event, Supplier<String> log) {
    Semaphore done = new Semaphore(0);
    List<Thread> threads =
        programs.stream()
            .map(program ->
                Thread.ofPlatform()
                    .name(program.name)
                    .daemon()
                    .start(() -> work(program, each, done)))
            .toList();
    try {
      require(acquire(done, before), "no %d deeds are done".formatted(before), log);
      event.run();
      for (Thread thread : threads) {
        require(join(thread), thread.getName() + " hangs", log);
      }
    } catch (RuntimeException | Error e) {
      wrong.add("nobody needs to go on: " + e);
      throw e;
    }
    assertThat(wrong).as(log.get()).isEmpty();
  }

  /** Where something is wrong nobody waits for what is left to do. */
  private void work(Program program, int wanted, Semaphore done) {
    int left = wanted;
    for (; left > 0 && wrong.isEmpty(); left--) {
      String seen = once(program);
      if (!seen.isEmpty()) {
        wrong.add(program.name + ": " + seen);
      }
      deeds.incrementAndGet();
      done.release();
    }
    done.release(left);
  }

  private static String once(Program program) {
    try {
      return program.deed.once(program.random);
    } catch (IOException | RuntimeException | InterruptedException e) {
      return e.toString();
    }
  }

  private void require(boolean holds, String otherwise, Supplier<String> log) {
    assertThat(holds).as("%s: %s%n%s", otherwise, wrong, log.get()).isTrue();
  }

  private static boolean acquire(Semaphore done, int count) {
    try {
      return done.tryAcquire(count, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean join(Thread thread) {
    try {
      return thread.join(PATIENCE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has something done that must not take long, and takes its time. */
  <T> T timed(Call<T> call) throws IOException {
    long began = System.nanoTime();
    try {
      return call.run();
    } finally {
      longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
    }
  }

  /** A system call. */
  interface Call<T> {
    T run() throws IOException;
  }

  /** Returns the result in one line. */
  String result(String what, KillPlan plan) {
    return "%s %d times, seed %d: %d deeds of programs, the longest call took %d ms"
        .formatted(what, plan.rounds(), plan.seed(), deeds.get(), longestNanos.get() / 1_000_000);
  }
}
