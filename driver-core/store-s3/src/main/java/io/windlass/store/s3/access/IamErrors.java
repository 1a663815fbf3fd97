package io.windlass.store.s3.access;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Errors of calls about a user or a role by its name. IAM knows no path of one that is not there:
 * where the driver's permission is for a path, it answers AccessDenied instead of NoSuchEntity.
 *
 * @param errors those of the server
 * @param look the action that tells whether one is there; it must be permitted for all paths
 * @param isThere whether there is one of a name, by that action
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html">IAM
 *     identifiers</a>
 */
record IamErrors(StoreErrors errors, String look, Predicate<String> isThere) {

  /**
   * Runs a call.
   *
   * @throws DriverException.NotFound when there is none of that name, however the server says so
   */
  <T> T call(String operation, String name, Supplier<T> call) {
    try {
      return errors.call(operation, name, call);
    } catch (DriverException.PermissionDenied e) {
      if (isThere(name, e)) {
        throw e;
      }
      throw new DriverException.NotFound(errors.says(operation, name, "it is not there"), e);
    }
  }

  private boolean isThere(String name, DriverException.PermissionDenied denied) {
    try {
      return isThere.test(name);
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          "%s; or it is not there: permit %s for all paths, which tells"
              .formatted(denied.getMessage(), look),
          e);
    }
  }

  /** The same of a call without a result. */
  void run(String operation, String name, Runnable call) {
    boolean _ =
        call(
            operation,
            name,
            () -> {
              call.run();
              return true;
            });
  }

  /** Returns what a call answers; empty if what it is about is not there. */
  <T> Optional<T> find(String operation, String name, Supplier<T> call) {
    try {
      return Optional.of(call(operation, name, call));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Runs a call that takes something away, which an earlier one may have done. */
  void unlessGone(String operation, String name, Runnable call) {
    try {
      run(operation, name, call);
    } catch (DriverException.NotFound e) {
      // An earlier call took it away.
    }
  }
}
