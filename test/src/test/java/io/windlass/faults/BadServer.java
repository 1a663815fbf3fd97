package io.windlass.faults;

import io.windlass.testing.PrivateServer;
import java.util.random.RandomGenerator;

/**
 * Server that freezes, or dies and comes back with its data. It is away for a random time, shorter
 * or longer than a driver waits.
 */
record BadServer(PrivateServer<?> server) implements Crowd.Trouble {
  private static final long MOST_ANSWERS = 60;
  private static final long LONGEST_FREEZE = 6_000;
  private static final long LONGEST_ABSENCE = 3_000;

  /**
   * MinIO lists its buckets and loads its users when it starts, and then restores what it found:
   * what is removed meanwhile comes back, a bucket (HealBucket with Recreate) as well as a user.
   * Nothing tells when it is done with that.
   */
  private static final long START = 3_000;

  @Override
  public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
    boolean _ = progress.awaitAnswers(random.nextLong(MOST_ANSWERS));
    if (random.nextBoolean()) {
      server.pause();
      Thread.sleep(random.nextLong(LONGEST_FREEZE));
      server.resume();
    } else {
      server.kill();
      Thread.sleep(random.nextLong(LONGEST_ABSENCE));
      progress.inSilence(this::comeBack);
    }
  }

  /** Starts it again after it was killed. */
  void comeBack() {
    server.restart();
    try {
      Thread.sleep(START);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a server started", e);
    }
  }
}
