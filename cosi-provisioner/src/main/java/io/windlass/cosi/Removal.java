package io.windlass.cosi;

import io.windlass.error.DriverException;

/**
 * A delete or revoke, whose request is right. What the store does not take in it, the caller cannot
 * correct; but somebody can correct the store or the configuration. So it must not answer a code
 * that v1alpha2's sidecar takes for final: that would leave the bucket or the access for ever.
 */
final class Removal {
  private Removal() {}

  static void run(Runnable removal) {
    try {
      removal.run();
    } catch (DriverException.InvalidArgument
        | DriverException.AlreadyExists
        | DriverException.OutOfRange
        | DriverException.Unsupported e) {
      throw new DriverException.FailedPrecondition(String.valueOf(e.getMessage()));
    }
  }
}
