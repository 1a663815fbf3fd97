package io.windlass.store.s3.access;

import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.bucket.S3Extras;
import java.util.OptionalLong;

/** Extras of MinIO: quotas, and the check that the server has a key management service. */
public final class MinioExtras implements S3Extras {
  private final MinioCalls calls;

  public MinioExtras(MinioCalls calls) {
    this.calls = calls;
  }

  @Override
  public void check(BucketSettings settings, Deadline deadline) {
    if (settings.encryption() instanceof Encryption.BackendDefault
        || new MinioAdmin(calls, deadline).encrypts()) {
      return;
    }
    throw new DriverException.Unsupported(
        calls
            .errors()
            .says(
                "check",
                "encryption",
                "the server has no key management service: leave encryption out, or configure one"),
        null);
  }

  @Override
  public void quota(String bucket, OptionalLong bytes, Deadline deadline) {
    new MinioAdmin(calls, deadline).quota(bucket, bytes);
  }
}
