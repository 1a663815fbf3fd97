package io.windlass.store.s3.object;

import io.windlass.store.s3.client.S3Requests.Body;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** Empty body of a request, which counts how often that is sent. */
final class Attempts implements Body.Made {
  private int sent;

  @Override
  public byte[] bytes(AwsCredentials credentials) {
    sent++;
    return new byte[0];
  }

  /**
   * Returns whether the request was sent more than once, so that the server may have done more than
   * the answer says.
   */
  boolean areSeveral() {
    return sent > 1;
  }
}
