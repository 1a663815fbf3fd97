package io.windlass.registry;

/**
 * One thing that a server was tried for, in words for whoever set it up.
 *
 * @param text what was found
 * @param next what to do about it; empty where nothing needs to be done
 */
public record ServerTrial(Subject subject, Grade grade, String text, String next) {

  /** What a server is tried for. */
  public enum Subject {
    /** A write with a condition: the registry relies on it. */
    WRITES,
    /** The completion of an upload with a condition: mounts rely on it. */
    UPLOADS,
    /** The removal of one state of an object: the registry relies on it. */
    DELETES,
    /** The clock, by which signatures hold. */
    CLOCK
  }

  /** How well it went. */
  public enum Grade {
    HOLDS,
    /** The driver can do its work, and somebody may want to know. */
    REMARK,
    /** The driver must not use the server. */
    BROKEN
  }

  static ServerTrial holds(Subject subject, String text) {
    return new ServerTrial(subject, Grade.HOLDS, text, "");
  }

  static ServerTrial remark(Subject subject, String text, String next) {
    return new ServerTrial(subject, Grade.REMARK, text, next);
  }

  static ServerTrial broken(Subject subject, String text, String next) {
    return new ServerTrial(subject, Grade.BROKEN, text, next);
  }

  /** Returns what was found and what to do about it. */
  @Override
  public String toString() {
    return next.isEmpty() ? text : text + "; " + next;
  }
}
