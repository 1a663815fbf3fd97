package io.windlass.fake.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.AccessToken;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.AddDatePolicy;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.common.policy.StorageSharedKeyCredentialPolicy;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import reactor.core.publisher.Mono;

/** Azure's own client on the fake. */
final class Sdk {
  private static final Duration DEFAULT_DELAY = Duration.ofMillis(1);

  private Sdk() {}

  private static RequestRetryOptions once() {
    return new RequestRetryOptions(
        RetryPolicyType.FIXED, 1, Duration.ofSeconds(30), DEFAULT_DELAY, DEFAULT_DELAY, null);
  }

  private static StorageSharedKeyCredential key(FakeAccount account) {
    return new StorageSharedKeyCredential(account.name(), account.key().reveal());
  }

  /** Returns a client with the account's key. */
  static BlobServiceClient service(FakeAccount account) {
    return new BlobServiceClientBuilder()
        .endpoint(account.endpoint().toString())
        .credential(key(account))
        .retryOptions(once())
        .buildClient();
  }

  /** A container that has just been made, with the account's key. */
  static BlobContainerClient container(FakeAccount account, String name) {
    return service(account).createBlobContainer(name);
  }

  /** Returns a client with a token in the URL. */
  static BlobContainerClient signed(FakeAccount account, String container, String token) {
    return new BlobContainerClientBuilder()
        .endpoint(account.endpoint() + "/" + container + "?" + token)
        .retryOptions(once())
        .buildClient();
  }

  /**
   * Returns a client with a bearer token. The SDK sends one only over https, so this client
   * pretends to.
   */
  static BlobServiceClient bearer(FakeAccount account, String token) {
    HttpClient http = HttpClient.createDefault();
    return new BlobServiceClientBuilder()
        .endpoint(account.endpoint().toString().replaceFirst("^http:", "https:"))
        .credential(
            _ -> Mono.just(new AccessToken(token, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))))
        .httpClient(request ->
            http.send(request.setUrl(request.getUrl().toString().replaceFirst("^https:", "http:"))))
        .retryOptions(once())
        .buildClient();
  }

  /** The same with a signature in the URL beside the token. */
  static BlobContainerClient bearer(
      FakeAccount account, String container, String signature, String token) {
    HttpClient http = HttpClient.createDefault();
    return new BlobContainerClientBuilder()
        .endpoint(account.endpoint().toString().replaceFirst("^http:", "https:") + "/" + container)
        .sasToken(signature)
        .credential(
            _ -> Mono.just(new AccessToken(token, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))))
        .httpClient(request ->
            http.send(request.setUrl(request.getUrl().toString().replaceFirst("^https:", "http:"))))
        .retryOptions(once())
        .buildClient();
  }

  /** A request to the DFS endpoint with the account's key. */
  static HttpResponse directories(
      FakeAccount account, HttpMethod method, String target, Map<String, String> headers) {
    return directories(account, method, target, headers, true);
  }

  /** The same, signed or as it is. */
  static HttpResponse directories(
      FakeAccount account,
      HttpMethod method,
      String target,
      Map<String, String> headers,
      boolean signed) {
    HttpPipelineBuilder pipeline = new HttpPipelineBuilder();
    if (signed) {
      pipeline.policies(new AddDatePolicy(), new StorageSharedKeyCredentialPolicy(key(account)));
    }
    HttpHeaders all =
        new HttpHeaders()
            .set(HttpHeaderName.fromString("x-ms-version"), "2024-11-04")
            .set(HttpHeaderName.CONTENT_LENGTH, "0");
    headers.forEach((name, value) -> all.set(HttpHeaderName.fromString(name), value));
    return pipeline
        .build()
        .sendSync(
            new HttpRequest(method, account.directoriesEndpoint() + target).setHeaders(all),
            Context.NONE);
  }

  /** The service's error. */
  static void refused(int status, String code, ThrowingCallable call) {
    BlobStorageException thrown = catchThrowableOfType(BlobStorageException.class, call);
    assertThat(thrown).as("%d %s", status, code).isNotNull();
    assertThat(thrown.getStatusCode() + " " + thrown.getErrorCode()).isEqualTo(status + " " + code);
  }
}
