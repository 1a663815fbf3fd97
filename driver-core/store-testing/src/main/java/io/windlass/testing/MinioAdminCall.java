package io.windlass.testing;

import java.net.URI;
import software.amazon.awssdk.http.SdkHttpMethod;

/** Calls MinIO's admin API as its administrator; only methods whose bodies are not encrypted. */
final class MinioAdminCall {
  private MinioAdminCall() {}

  /**
   * Makes a call.
   *
   * @param what below {@code /minio/admin/v3/}, with its query
   * @return the answer's body
   */
  static byte[] make(MinioServer server, SdkHttpMethod method, String what, byte[] body) {
    URI page = server.endpoint().resolve("/minio/admin/v3/" + what);
    return AwsCall.of("s3", page)
        .signedBy(server.rootAccessKey(), server.rootSecret())
        .send(method, body);
  }
}
