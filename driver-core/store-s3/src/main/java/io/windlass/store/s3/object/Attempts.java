package io.windlass.store.s3.object;

import io.windlass.store.s3.client.S3Requests.Body;

/** Counts how often bodies of requests are sent. */
final class Attempts {
  private int sent;

  /** Returns a body that counts. */
  Body counting(byte[] bytes) {
    Body.Made body =
        _ -> {
          sent++;
          return bytes;
        };
    return body;
  }

  /**
   * Returns whether a request was sent more than once, so that the server may have done more than
   * the answer says.
   */
  boolean areSeveral() {
    return sent > 1;
  }
}
