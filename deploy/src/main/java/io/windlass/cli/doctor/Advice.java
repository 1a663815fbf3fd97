package io.windlass.cli.doctor;

import io.windlass.store.StoreException;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What to do when a backend refuses.
 *
 * @param backend its name
 */
record Advice(String backend) {

  /** Looks; what the backend refuses becomes a finding with advice. */
  Finding when(Supplier<Finding> check) {
    try {
      return check.get();
    } catch (StoreException e) {
      return Finding.wrong(String.valueOf(e.getMessage()), after(e));
    }
  }

  private String after(StoreException failure) {
    return switch (failure) {
      case StoreException.Unauthenticated _ ->
          "correct the driver's own key, in the files that %s names"
              .formatted(variable("CREDENTIALS"));
      case StoreException.PermissionDenied _ ->
          "give the driver's own key the right to make buckets, users and policies";
      case StoreException.Unavailable _ ->
          "see whether the server runs, and whether it can be reached from here: name, port,"
              + " network policy, TLS";
      case StoreException.InUse _ -> "stop what uses it";
      case StoreException.FailedPrecondition _ -> "change it as the message says";
      case StoreException.QuotaExceeded _ -> "make room on the server";
      case StoreException.InvalidArgument _,
          StoreException.NotFound _,
          StoreException.AlreadyExists _,
          StoreException.PreconditionFailed _,
          StoreException.NotEmpty _,
          StoreException.OutOfRange _,
          StoreException.Aborted _,
          StoreException.Unsupported _,
          StoreException.Unexpected _ ->
          "";
    };
  }

  /** The variable of one of the backend's settings. */
  String variable(String setting) {
    return "WINDLASS_%s_%s".formatted(backend.toUpperCase(Locale.ROOT).replace('-', '_'), setting);
  }
}
