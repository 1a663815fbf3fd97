package io.windlass.store.azure.object;

import io.windlass.error.DriverException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Retention and legal hold of a blob. A write to a blob that has some makes a new version, which
 * has what the request says, or else what the container gives ("Version-level WORM policies"). To
 * say it takes a right beside that to write.
 */
final class BlobRetention {
  static final String UNTIL = "x-ms-immutability-policy-until-date";
  static final String MODE = "x-ms-immutability-policy-mode";
  static final String HOLD = "x-ms-legal-hold";

  /** Their headers, with the same names in requests and answers. */
  static final List<String> HEADERS = List.of(UNTIL, MODE, HOLD);

  private BlobRetention() {}

  /**
   * Makes a request that writes a blob.
   *
   * @param headers of the request
   * @throws DriverException.PermissionDenied that says what it takes to set a retention, if the
   *     headers have one
   */
  static <T> T written(Map<String, String> headers, Supplier<T> request) {
    try {
      return request.get();
    } catch (DriverException.PermissionDenied e) {
      if (headers.containsKey(UNTIL) || headers.containsKey(HOLD)) {
        throw new DriverException.PermissionDenied(
            ("%s; it has a retention or a legal hold, which the new version is to have, too, and to"
                    + " set one takes the permission i of a shared access signature, or the action"
                    + " Microsoft.Storage/storageAccounts/blobServices/containers/blobs"
                    + "/immutableStorage/runAsSuperUser/action of a role")
                .formatted(e.getMessage()),
            e);
      }
      throw e;
    }
  }
}
