package io.windlass.test.mount;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Programs that each do one thing in a loop until they are told to stop. Whatever one of them says
 * is not right is kept.
 */
final class Programs implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<AtomicLong> progress = new ArrayList<>();
  private final AtomicLong longestNanos = new AtomicLong();
  private volatile boolean stopped;

  /** One thing that a program does again and again. */
  interface Deed {
    /** Does it once; throws, or returns what was not right, or nothing. */
    String once(SplittableRandom random) throws IOException, InterruptedException;
  }

  /** Starts one. */
  void start(String name, long seed, Deed deed) {
    AtomicLong done = new AtomicLong();
    progress.add(done);
    SplittableRandom random = new SplittableRandom(seed);
    threads.add(
        Thread.ofPlatform().name(name).daemon().start(() -> loop(name, deed, random, done)));
  }

  private void loop(String name, Deed deed, SplittableRandom random, AtomicLong done) {
    while (!stopped && wrong.isEmpty()) {
      try {
        String seen = deed.once(random);
        if (!seen.isEmpty()) {
          wrong.add(name + ": " + seen);
        }
      } catch (IOException | RuntimeException e) {
        wrong.add(name + ": " + e);
      } catch (InterruptedException e) {
        return;
      }
      done.incrementAndGet();
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

  /** Returns the progress of each program. */
  List<Long> marks() {
    return progress.stream().map(AtomicLong::get).toList();
  }

  /** Returns the number of programs that have made progress since these marks. */
  int goneOnSince(List<Long> marks) {
    List<Long> now = marks();
    return (int) IntStream.range(0, marks.size()).filter(i -> now.get(i) > marks.get(i)).count();
  }

  /** Returns whether all programs have made progress since these marks. */
  boolean haveGoneOnSince(List<Long> marks) {
    return goneOnSince(marks) == marks.size();
  }

  /** Returns the errors that the programs found. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Returns the number of operations of all programs. */
  long deeds() {
    return progress.stream().mapToLong(AtomicLong::get).sum();
  }

  /** The longest of what was {@linkplain #timed timed}, in milliseconds. */
  long longestMillis() {
    return longestNanos.get() / 1_000_000;
  }

  /** Has them stop, and waits until they have, for as long as a mount may keep them waiting. */
  void stop() {
    stopped = true;
    for (Thread thread : threads) {
      try {
        if (!thread.join(PATIENCE)) {
          wrong.add(thread.getName() + " hangs");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
