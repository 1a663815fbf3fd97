package io.windlass.store.gcs.client;

import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What authorises requests, by their headers. */
interface GcsAuthorization {
  /** Returns the headers of a request. */
  Map<String, List<String>> headers();

  /**
   * Returns these headers with another token, if there is one, after the service refused the last.
   *
   * @param refused value of the header {@code Authorization} that was refused
   */
  Map<String, List<String>> renewed(String refused);

  /** Returns when a token of these headers ends; empty if that is not known. */
  Optional<Instant> expires(Secret token);
}
