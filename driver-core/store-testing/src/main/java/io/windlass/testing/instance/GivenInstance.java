package io.windlass.testing.instance;

import org.opentest4j.TestAbortedException;

/** A server that was there before the tests, and stays. */
public final class GivenInstance implements Instance {
  @Override
  public void start() {}

  @Override
  public void signal(Signal signal) {
    throw new TestAbortedException("a server that is given is not frozen, and not killed");
  }

  @Override
  public boolean isRunning() {
    return true;
  }

  @Override
  public String output() {
    return "";
  }

  @Override
  public void close() {}
}
