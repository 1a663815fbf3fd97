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
      return Finding.wrong(String.valueOf(e.getMessage()), after(e));
    }
  }

  private String after(DriverException failure) {
    return switch (failure) {
      case DriverException.Unauthenticated _ ->
          "correct what the message names; the driver's own key is in the files that %s names"
              .formatted(variable("CREDENTIALS"));
      case DriverException.PermissionDenied _ ->
          "permit what the message names; the driver's own key needs the right to make buckets,"
              + " users and policies";
      case DriverException.Unavailable _ ->
          "see whether the server runs, and whether it can be reached from here: name, port,"
              + " network policy, TLS";
      case DriverException.InUse _ -> "stop what uses it";
      case DriverException.FailedPrecondition _ -> "change it as the message says";
      case DriverException.QuotaExceeded _ -> "make room on the server";
      case DriverException.InvalidArgument _,
          DriverException.NotFound _,
          DriverException.AlreadyExists _,
          DriverException.PreconditionFailed _,
          DriverException.NotEmpty _,
          DriverException.OutOfRange _,
          DriverException.Aborted _,
          DriverException.Unsupported _,
          DriverException.Unexpected _ ->
          "";
    };
  }

  /** Returns the environment variable of one of the backend's settings. */
  String variable(String setting) {
    return "WINDLASS_%s_%s".formatted(backend.toUpperCase(Locale.ROOT).replace('-', '_'), setting);
  }
}
