package io.windlass.observe;

import org.slf4j.event.Level;

/**
 * Settings of the log, which always goes to standard error: standard output is for results.
 *
 * @param level lowest level at which the driver's own loggers log; libraries stay at INFO, because
 *     some print whole messages below that level
 */
public record LogSettings(Level level, Format format) {

  /** Form of a line of the log. */
  public enum Format {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    /** For people. */
    TEXT,
    /** One JSON object for each line. */
    JSON
  }
}
