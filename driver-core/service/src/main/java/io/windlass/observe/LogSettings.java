package io.windlass.observe;

import org.slf4j.event.Level;

/**
 * How the driver logs, always to standard error: standard output is for what was asked for.
 *
 * @param level the least that is logged of the driver's own; libraries stay at INFO, as some print
 *     whole messages below that
 */
public record LogSettings(Level level, Format format) {

  /** What a line looks like. */
  public enum Format {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    /** For people. */
    TEXT,
    /** One JSON object for each line. */
    JSON
  }
}
