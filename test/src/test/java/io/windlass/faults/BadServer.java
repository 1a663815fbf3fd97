package io.windlass.faults;

import io.windlass.testing.PrivateServer;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A server that freezes, or dies and comes back with its data. How long it is away is chosen by the
 * clock, on both sides of what a driver waits.
 */
record BadServer(PrivateServer<?> server) implements Storm.Trouble {
  private static final long MOST_ANSWERS = 60;
  private static final Duration LONGEST_PEACE = Duration.ofSeconds(10);
  private static final long LONGEST_FREEZE = 6_000;
  private static final long LONGEST_ABSENCE = 3_000;

  @Override
  public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
    progress.awaitAnswers(random.nextLong(MOST_ANSWERS), LONGEST_PEACE);
    if (random.nextBoolean()) {
      server.pause();
      Thread.sleep(random.nextLong(LONGEST_FREEZE));
      server.resume();
    } else {
      server.kill();
      Thread.sleep(random.nextLong(LONGEST_ABSENCE));
      server.restart();
    }
  }
}
