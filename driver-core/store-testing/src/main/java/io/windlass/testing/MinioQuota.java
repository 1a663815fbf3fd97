package io.windlass.testing;

import java.util.Map;
import software.amazon.awssdk.http.SdkHttpMethod;
import tools.jackson.databind.json.JsonMapper;

/** Sets quotas of buckets of a MinIO server. */
public final class MinioQuota {
  private MinioQuota() {}

  /**
   * Limits a bucket; at once, as far as single objects are larger than that.
   *
   * @param bytes 0: no limit
   */
  public static void set(MinioServer server, String bucket, long bytes) {
    byte[] body =
        new JsonMapper()
            .writeValueAsBytes(Map.of("quota", bytes, "size", bytes, "quotatype", "hard"));
    MinioAdminCall.make(server, SdkHttpMethod.PUT, "set-bucket-quota?bucket=" + bucket, body);
  }
}
