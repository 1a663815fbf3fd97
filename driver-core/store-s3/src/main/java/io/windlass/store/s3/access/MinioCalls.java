package io.windlass.store.s3.access;

import io.windlass.error.AnswerTooLong;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.AnswerLimit;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3AnswerBounds;
import io.windlass.store.s3.client.S3Clients;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Signed HTTP calls to MinIO's admin API, with the SDK's signer, HTTP client and retries. All calls
 * can be repeated.
 */
public final class MinioCalls {
  private static final String ADMIN = "/minio/admin/v3/";

  private final S3Clients clients;
  private final StoreErrors errors;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final RetryStrategy retries = S3Clients.retries();

  public MinioCalls(S3Clients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /** Returns the translation of errors for these calls. */
  StoreErrors errors() {
    return errors;
  }

  /**
   * Returns the deadline of this thread's operation, or a new one with the call timeout if it has
   * none.
   */
  Deadline deadline() {
    return clients.deadline();
  }

  /**
   * One call of the admin API.
   *
   * @param body in plain text, and perhaps secret; empty for none
   * @param encrypted whether the server requires the body encrypted
   */
  record Call(
      SdkHttpMethod method,
      String path,
      Map<String, String> query,
      Secret body,
      boolean encrypted) {
    private static final Secret NOTHING = Secret.of("");

    static Call get(String path, Map<String, String> query) {
      return new Call(SdkHttpMethod.GET, path, query, NOTHING, false);
    }

    static Call put(String path, Map<String, String> query, Secret body) {
      return new Call(SdkHttpMethod.PUT, path, query, body, false);
    }

    static Call put(String path, Map<String, String> query) {
      return put(path, query, NOTHING);
    }

    static Call post(String path) {
      return new Call(SdkHttpMethod.POST, path, Map.of(), NOTHING, false);
    }

    static Call delete(String path, Map<String, String> query) {
      return new Call(SdkHttpMethod.DELETE, path, query, NOTHING, false);
    }

    /** Returns this call with its body encrypted. */
    Call sealed() {
      return new Call(method, path, query, body, true);
    }
  }

  /**
   * Makes a call, and repeats it if that may help.
   *
   * @return the body of the answer
   */
  byte[] make(Call call, String operation, String target, Deadline deadline) {
    RetryToken token =
        retries.acquireInitialToken(AcquireInitialTokenRequest.create("minio-admin")).token();
    while (true) {
      try {
        byte[] answer = attempt(call, deadline);
        retries.recordSuccess(RecordSuccessRequest.create(token));
        return answer;
      } catch (AnswerTooLong e) {
        throw errors.translate(operation, target, e);
      } catch (IOException | S3Exception e) {
        DriverException failure = errors.translate(operation, target, e);
        RefreshRetryTokenResponse again = again(token, e).orElseThrow(() -> failure);
        if (deadline.isBefore(again.delay())) {
          throw failure;
        }
        pause(again.delay(), operation, target);
        token = again.token();
      }
    }
  }

  private Optional<RefreshRetryTokenResponse> again(RetryToken token, Exception failure) {
    try {
      return Optional.of(
          retries.refreshRetryToken(
              RefreshRetryTokenRequest.builder()
                  .token(token)
                  .failure(failure)
                  .suggestedDelay(Duration.ZERO)
                  .build()));
    } catch (TokenAcquisitionFailedException e) {
      return Optional.empty();
    }
  }

  private void pause(Duration delay, String operation, String target) {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException e) {
      throw errors.translate(operation, target, e);
    }
  }

  /** Makes one attempt. A second thread aborts it when its time is over. */
  private byte[] attempt(Call call, Deadline deadline) throws IOException {
    AwsCredentials credentials = clients.credentials().resolveCredentials();
    HttpExecuteRequest request = signed(call, credentials);
    ExecutableHttpRequest running = clients.http().prepareRequest(request);
    Duration left = deadline.left();
    Duration most = clients.connection().http().attemptTimeout();
    Duration limit = left.compareTo(most) < 0 ? left : most;
    AtomicBoolean late = new AtomicBoolean();
    Thread watch =
        Thread.startVirtualThread(() -> {
          try {
            Thread.sleep(limit);
            late.set(true);
            running.abort();
          } catch (InterruptedException e) {
            // the answer came in time
          }
        });
    try {
      return answer(running.call());
    } catch (IOException e) {
      if (!late.get()) {
        throw e;
      }
      IOException tooLate = new IOException("no answer in time");
      tooLate.addSuppressed(e);
      throw tooLate;
    } finally {
      watch.interrupt();
    }
  }

  private HttpExecuteRequest signed(Call call, AwsCredentials credentials) {
    byte[] text = call.body.reveal().getBytes(StandardCharsets.UTF_8);
    byte[] body = call.encrypted ? MinioCrypto.encrypt(credentials.secretAccessKey(), text) : text;
    SdkHttpRequest.Builder plain =
        SdkHttpRequest.builder()
            .uri(clients.connection().endpoint())
            .method(call.method)
            .encodedPath(ADMIN + call.path);
    call.query.forEach(plain::putRawQueryParameter);
    if (body.length > 0) {
      plain.putHeader("Content-Length", String.valueOf(body.length));
    }
    ContentStreamProvider content = ContentStreamProvider.fromByteArrayUnsafe(body);
    SignedRequest signed =
        signer.sign(sign ->
            sign.identity(credentials)
                .request(plain.build())
                .payload(content)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                .putProperty(AwsV4HttpSigner.REGION_NAME, clients.connection().region())
                .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false));
    HttpExecuteRequest.Builder request = HttpExecuteRequest.builder().request(signed.request());
    if (body.length > 0) {
      request.contentStreamProvider(content);
    }
    return request.build();
  }

  private byte[] answer(HttpExecuteResponse response) throws IOException {
    byte[] body = {};
    boolean fine = response.httpResponse().isSuccessful();
    Optional<AbortableInputStream> stream = response.responseBody();
    if (stream.isPresent()) {
      AnswerLimit limit = fine ? AnswerLimit.ALL : AnswerLimit.ERROR;
      try (InputStream in = S3AnswerBounds.bounded(clients.room(), stream.get(), limit)) {
        body = in.readAllBytes();
      }
    }
    if (fine) {
      return body;
    }
    throw failure(response, MinioError.read(body));
  }

  private static S3Exception failure(HttpExecuteResponse response, MinioError error) {
    return (S3Exception)
        S3Exception.builder()
            .statusCode(response.httpResponse().statusCode())
            .message("MinIO's admin API answered " + response.httpResponse().statusCode())
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode(error.code())
                    .errorMessage(error.message())
                    .sdkHttpResponse(response.httpResponse())
                    .build())
            .build();
  }
}
