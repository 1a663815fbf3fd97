package io.windlass.testing;

import io.windlass.secret.Secret;
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

/**
 * A call of a server that checks signatures as AWS does, by its administrator.
 *
 * @param service what the signature is for
 */
record AwsCall(String service, URI page, AwsCredentialsIdentity administrator) {
  private static final String REGION = "us-east-1";

  /** Where a call goes; it is to be signed. */
  record Unsigned(String service, URI page) {
    AwsCall signedBy(String accessKeyId, Secret secretAccessKey) {
      return new AwsCall(
          service, page, AwsCredentialsIdentity.create(accessKeyId, secretAccessKey.reveal()));
    }
  }

  static Unsigned of(String service, URI page) {
    return new Unsigned(service, page);
  }

  /**
   * Makes the call and returns the answer's body.
   *
   * @throws IllegalStateException when the server answers that it failed
   * @throws UncheckedIOException when it does not answer
   */
  byte[] send(SdkHttpMethod method, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(page)
            .timeout(Patience.LONG)
            .method(method.name(), BodyPublishers.ofByteArray(body));
    signed(method, body)
        .forEachHeader((name, values) -> {
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

  private SdkHttpRequest signed(SdkHttpMethod method, byte[] body) {
    SdkHttpRequest.Builder plain = SdkHttpRequest.builder().uri(page).method(method);
    if (method == SdkHttpMethod.POST) {
      plain.putHeader("Content-Type", "application/x-www-form-urlencoded");
    }
    return AwsV4HttpSigner.create()
        .sign(r ->
            r.identity(administrator)
                .request(plain.build())
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                .putProperty(AwsV4HttpSigner.REGION_NAME, REGION))
        .request();
  }
}
