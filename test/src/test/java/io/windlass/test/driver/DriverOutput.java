package io.windlass.test.driver;

/**
 * Shows whether a driver still runs, and what it wrote, beside the failure of the test that used
 * it.
 */
public final class DriverOutput extends Exception {
  private static final long serialVersionUID = 1L;

  public DriverOutput(DriverProcess driver) {
    super(
        "the driver %s; it wrote:\n".formatted(driver.state()) + driver.output(),
        null,
        false,
        false);
  }
}
