package io.windlass.cli.doctor;

import io.windlass.error.DriverException;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Advice for the case that a backend refuses a check.
 *
 * @param backend its name
 */
record Advice(String backend) {

  /** Runs a check; an exception of the backend becomes a finding with advice. */
  Finding when(Supplier<Finding> check) {
    try {
      return check.get();
    } catch (DriverException e) {
      return Finding.wrong(
          String.valueOf(e.getMessage()), e.kind().advice(variable("CREDENTIALS")));
    }
  }

  /** Returns the environment variable of one of the backend's settings. */
  String variable(String setting) {
    return "WINDLASS_%s_%s".formatted(backend.toUpperCase(Locale.ROOT).replace('-', '_'), setting);
  }
}
