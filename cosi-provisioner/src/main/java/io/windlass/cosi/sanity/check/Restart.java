package io.windlass.cosi.sanity.check;

import java.io.IOException;

/** Restarts the driver, at best without any warning to it. */
public interface Restart {
  /**
   * Returns when the old process is gone; the new one need not answer yet.
   *
   * @throws IOException says why the driver could not be restarted
   */
  void restart() throws IOException, InterruptedException;
}
