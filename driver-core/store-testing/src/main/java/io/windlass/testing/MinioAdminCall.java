package io.windlass.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

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
    SdkHttpRequest signed = signed(server, method, page, body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(page)
            .timeout(Patience.LONG)
            .method(method.name(), BodyPublishers.ofByteArray(body));
    signed.forEachHeader((name, values) -> {
      if (!name.equalsIgnoreCase("host")) { // the client sets it itself
        values.forEach(value -> request.header(name, value));
      }
    });
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() / 100 != 2) {
        throw new IllegalStateException(page + " answered " + answer.statusCode());
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + page, e);
    }
  }

  private static SdkHttpRequest signed(
      MinioServer server, SdkHttpMethod method, URI page, byte[] body) {
    SdkHttpRequest plain = SdkHttpRequest.builder().uri(page).method(method).build();
    AwsCredentialsIdentity root =
        AwsCredentialsIdentity.create(server.rootAccessKey(), server.rootSecret().reveal());
    return AwsV4HttpSigner.create()
        .sign(r ->
            r.identity(root)
                .request(plain)
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                .putProperty(AwsV4HttpSigner.REGION_NAME, server.region()))
        .request();
  }
}
