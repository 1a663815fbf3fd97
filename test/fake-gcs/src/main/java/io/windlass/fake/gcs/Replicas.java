package io.windlass.fake.gcs;

/**
 * Two replicas that answer in turn, of which one knows the old state of something for a number of
 * requests after a change has become effective: cloud.google.com/iam/docs/overview calls IAM
 * eventually consistent.
 */
final class Replicas {
  private int left;

  /** Notes a change. */
  void changed(int requests) {
    left = requests;
  }

  /** Takes a request, and returns whether the late one answers it. */
  boolean isLate() {
    left = Math.max(0, left - 1);
    return left > 0 && left % 2 == 0;
  }

  /** Returns whether they still differ. */
  boolean differ() {
    return left > 0;
  }
}
