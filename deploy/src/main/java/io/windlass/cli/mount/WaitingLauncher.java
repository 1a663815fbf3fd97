package io.windlass.cli.mount;

import io.windlass.linux.LinuxException;
import io.windlass.linux.Signal;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The launcher script that started this process as its child, and waits until the mount is there:
 * it ends then, and this process stays.
 *
 * @param process its id
 */
record WaitingLauncher(long process) {
  private static final Logger log = LoggerFactory.getLogger(WaitingLauncher.class);

  /** What the script passes its id in. */
  private static final String PROPERTY = "windlass.waiting";

  /** Returns the script that waits for this process; empty if none does. */
  static Optional<WaitingLauncher> ofProcess() {
    return Optional.ofNullable(Long.getLong(PROPERTY)).map(WaitingLauncher::new);
  }

  /** Tells it that the mount is there. Nobody else has its number while this is its child. */
  void tell() {
    if (ProcessHandle.current().parent().filter(parent -> parent.pid() == process).isEmpty()) {
      return;
    }
    try {
      Signal.USER_1.send(process);
    } catch (LinuxException e) {
      log.debug("the launcher has gone", e);
    }
  }
}
