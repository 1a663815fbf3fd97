package io.windlass.faults;

import io.windlass.test.driver.DriverProcess;
import java.util.List;
import java.util.random.RandomGenerator;

/** Kills a driver (SIGKILL) at any moment, and starts it again at once. */
record Killer(List<DriverProcess> drivers) implements Crowd.Trouble {
  private static final long MOST_ANSWERS = 60;

  @Override
  public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
    boolean _ = progress.awaitAnswers(random.nextLong(MOST_ANSWERS));
    DriverProcess driver = drivers.get(random.nextInt(drivers.size()));
    driver.kill();
    driver.start();
  }
}
