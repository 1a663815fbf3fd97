package io.windlass.trial;

import io.windlass.error.DriverException;
import io.windlass.trial.ServerTrial.Subject;

/** Tries a server for one thing. */
interface SubjectTrial {
  /** Returns what it is tried for. */
  Subject subject();

  /** Returns what to do about a server that does not keep it. */
  String next();

  /**
   * Tries it.
   *
   * @throws DriverException if the server refuses what is tried, for another reason than that its
   *     condition does not hold
   */
  ServerTrial run();

  default ServerTrial holds(String text) {
    return ServerTrial.holds(subject(), text);
  }

  default ServerTrial broken(String text) {
    return ServerTrial.broken(subject(), text, next());
  }
}
