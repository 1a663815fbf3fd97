package io.windlass.cosi.sanity.trial;

import java.io.IOException;

/** Restarts the driver, preferably without any warning to it. */
public interface Restart {
  /**
   * Restarts the driver. Returns when the old process is gone; the new one need not answer yet.
   *
   * @throws IOException when the driver could not be restarted; the message says why
   */
  void restart() throws IOException, InterruptedException;
}
