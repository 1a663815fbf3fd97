package io.windlass.faults;

import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import java.util.List;

/** Runs a whole storm on a server that only the drivers use, and checks what is left on it. */
final class StormRun {
  private StormRun() {}

  /** Runs the storm on a server of S3. */
  static void run(StormPlan plan, Audit audit, List<DriverProcess> drivers, Crowd.Trouble trouble)
      throws InterruptedException {
    run(plan, StormBackend.S3, audit, drivers, trouble);
  }

  /**
   * Runs the storm. Fails if an answer was wrong, or if the server has something that belongs to
   * nobody.
   */
  static void run(
      StormPlan plan,
      StormBackend backend,
      Audit audit,
      List<DriverProcess> drivers,
      Crowd.Trouble trouble)
      throws InterruptedException {
    try (Fleet fleet = new Fleet(drivers);
        Storm storm = new Storm(plan, fleet, backend)) {
      audit.requireExactly(storm.run(trouble));
      storm.removeAll();
      audit.requireExactly(new Holdings());
    } catch (RuntimeException | Error e) {
      drivers.forEach(driver -> e.addSuppressed(new DriverOutput(driver)));
      throw e;
    }
  }
}
