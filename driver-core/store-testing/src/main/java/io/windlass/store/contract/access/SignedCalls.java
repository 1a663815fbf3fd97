package io.windlass.store.contract.access;

import io.windlass.secret.Secret;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Signed calls beside the S3 API, where servers keep their administration. */
record SignedCalls(URI endpoint, String region, String accessKeyId, Secret secretAccessKey) {
  private static final String BODY = "{}";

  /**
   * Sends a small body there. Whatever the server says to it, it has checked the signature first.
   */
  Outcome put(String path) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(signed(path), BodyHandlers.ofString());
      return switch (answer.statusCode()) {
        case 200, 201, 204 -> Outcome.ALLOWED;
        case 401, 403 -> Outcome.DENIED;
        case 404, 405, 501 -> Outcome.UNSUPPORTED;
        default ->
            // Beyond the door: what is wrong is the request, not the right to make it.
            throw new AssertionError("%s: %d".formatted(path, answer.statusCode()));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest signed(String path) {
    URI uri = endpoint.resolve(path);
    SdkHttpRequest plain = SdkHttpRequest.builder().uri(uri).method(SdkHttpMethod.PUT).build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(b ->
                b.identity(AwsCredentialsIdentity.create(accessKeyId, secretAccessKey.reveal()))
                    .request(plain)
                    .payload(ContentStreamProvider.fromUtf8String(BODY))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Patience.LONG)
            .PUT(BodyPublishers.ofString(BODY, StandardCharsets.UTF_8));
    signed
        .request()
        .forEachHeader((name, values) -> {
          if (!name.equalsIgnoreCase("Host") && !name.equalsIgnoreCase("Content-Length")) {
            values.forEach(value -> request.header(name, value));
          }
        });
    return request.build();
  }
}
