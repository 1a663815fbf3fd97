package io.windlass.faults;

import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import java.util.List;

/** A whole storm over a server that is the drivers' alone, and what is left of it. */
final class Weather {
  private Weather() {}

  /** Fails if any answer was wrong, or anything is on the server that nobody has. */
  static void endure(
      StormPlan plan, Audit audit, List<DriverProcess> drivers, Crowd.Trouble trouble)
      throws InterruptedException {
    try (Fleet fleet = new Fleet(drivers);
        Storm storm = new Storm(plan, fleet, DriverSetup.BACKEND)) {
      audit.requireExactly(storm.run(trouble));
      storm.removeAll();
      audit.requireExactly(new Holdings());
    } catch (RuntimeException | Error e) {
      drivers.forEach(driver -> e.addSuppressed(new DriverOutput(driver)));
      throw e;
    }
  }
}
