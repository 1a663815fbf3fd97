package io.windlass.test.driver;

/** Shows what a driver wrote beside the failure of the test that used it. */
public final class DriverOutput extends Exception {
  private static final long serialVersionUID = 1L;

  public DriverOutput(DriverProcess driver) {
    super("the driver wrote:\n" + driver.output(), null, false, false);
  }
}
