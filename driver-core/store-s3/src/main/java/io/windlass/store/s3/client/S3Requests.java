package io.windlass.store.s3.client;

import io.windlass.http.AnswerRoom;
import io.windlass.operation.Deadline;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * Sends requests with the SDK's signer, HTTP client and retry strategy, but without the layers of
 * its client, which take more processor time than all of these, and more time to load: the requests
 * that a mount makes, and those that the SDK does not know. Errors are those of the SDK's client.
 *
 * <p>All requests respect the {@link Deadline} of the operation that they are part of.
 */
public final class S3Requests {
  private static final String SERVICE = "s3";

  /** How MinIO names itself in its answers, first of all. */
  private static final String MINIO = "MinIO";

  /** How Versity S3 Gateway names itself. */
  private static final String VERSITY = "VERSITYGW";

  private static final Pattern IP_ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");

  private final S3Connection connection;
  private final SdkHttpClient http;
  private final AwsCredentialsProvider credentials;
  private final RetryStrategy retries;
  private final DeadlineTimers timers;
  private final AnswerRoom room;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  /** What the server's clock is ahead of this machine's, once it has refused a signature for it. */
  private volatile Duration skew = Duration.ZERO;

  private volatile String server = "";

  S3Requests(
      S3Connection connection,
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      RetryStrategy retries,
      DeadlineTimers timers,
      AnswerRoom room) {
    this.connection = connection;
    this.http = http;
    this.credentials = credentials;
    this.retries = retries;
    this.timers = timers;
    this.room = room;
  }

  /**
   * Request to the server.
   *
   * @param bucket the bucket that the path is in; empty if it is in none
   * @param path a key of the bucket, or a path of the server, without a slash before it
   * @param query parameters of the URL; one with an empty value is only named
   * @param headers all but those of the signature and of the body
   */
  public record Request(
      SdkHttpMethod method,
      Optional<String> bucket,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      Optional<Body> body) {}

  /** Body of a request. */
  public sealed interface Body {

    /** Bytes in memory. */
    non-sealed interface Made extends Body {
      /** Returns the bytes for an attempt; they may be made with the credentials of the request. */
      byte[] bytes(AwsCredentials credentials);
    }

    /**
     * Content that is read while it is sent.
     *
     * @param isSummed whether its CRC32 follows it
     */
    record Streamed(S3Body content, boolean isSummed) implements Body {}

    /** Returns these bytes as a body. */
    static Body of(byte[] bytes) {
      Made body = _ -> bytes;
      return body;
    }
  }

  /**
   * Time that a request has.
   *
   * @param more what it may take longer than others, because of the bytes that it is about
   * @param attempt longest time of an attempt, without that
   */
  record Allowance(Duration more, Duration attempt) {}

  /** Takes the answer to a request that succeeded. */
  public interface Reading<A> {
    /**
     * Reads the answer, or prepares to. It closes the answer, then or later.
     *
     * @throws IOException if the answer is broken; then the request is repeated
     */
    A read(S3Answer answer) throws IOException;
  }

  /**
   * Sends a request, and repeats it if that may help.
   *
   * @throws S3Exception if the server refuses it
   * @throws SdkClientException if there is no answer
   */
  public <A> A send(Request request, Reading<A> reading) {
    return send(request, new Allowance(Duration.ZERO, connection.http().attemptTimeout()), reading);
  }

  <A> A send(Request request, Allowance time, Reading<A> reading) {
    if (Deadline.current().filter(Deadline::isOver).isPresent()) {
      throw ApiCallTimeoutException.builder().message("no time is left for the call").build();
    }
    return Deadline.allowing(time.more, () -> repeatedly(request, time, reading));
  }

  private <A> A repeatedly(Request request, Allowance time, Reading<A> reading) {
    Deadline until = Deadline.within(connection.http().callTimeout(), time.more);
    Duration usual = time.attempt.plus(time.more);
    RetryToken token =
        retries.acquireInitialToken(AcquireInitialTokenRequest.create(SERVICE)).token();
    while (true) {
      try {
        A answer = attempt(request, until, usual, reading);
        retries.recordSuccess(RecordSuccessRequest.create(token));
        return answer;
      } catch (SdkException e) {
        RefreshRetryTokenResponse again = again(token, e).orElseThrow(() -> e);
        if (until.isBefore(again.delay())) {
          throw e;
        }
        pause(again.delay());
        token = again.token();
      }
    }
  }

  private Optional<RefreshRetryTokenResponse> again(RetryToken token, SdkException failure) {
    try {
      return Optional.of(
          retries.refreshRetryToken(
              RefreshRetryTokenRequest.builder()
                  .token(token)
                  .failure(failure)
                  .suggestedDelay(S3Failures.wantedPause(failure))
                  .build()));
    } catch (TokenAcquisitionFailedException e) {
      return Optional.empty();
    }
  }

  private static void pause(Duration delay) {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  private <A> A attempt(Request request, Deadline until, Duration usual, Reading<A> reading) {
    Duration left = until.left();
    Duration limit = left.compareTo(usual) < 0 ? left : usual;
    ExecutableHttpRequest running = http.prepareRequest(signed(request));
    AtomicBoolean late = new AtomicBoolean();
    ScheduledFuture<?> timer =
        timers.schedule(
            () -> {
              late.set(true);
              running.abort();
            },
            limit.toNanos(),
            TimeUnit.NANOSECONDS);
    try {
      return answer(request, running.call(), reading);
    } catch (IOException | IllegalStateException e) {
      throw unanswered(e, late.get(), limit);
    } finally {
      boolean _ = timer.cancel(false);
    }
  }

  private <A> A answer(Request request, HttpExecuteResponse response, Reading<A> reading)
      throws IOException {
    Optional<AbortableInputStream> body = response.responseBody();
    if (body.isPresent() && response.httpResponse().isSuccessful() && !isOfObject(request)) {
      body = Optional.of(S3AnswerBounds.noPage(response.httpResponse(), body.get()));
    }
    S3Answer answer = new S3Answer(response.httpResponse(), body, room);
    if (answer.head().isSuccessful()) {
      server = answer.head().firstMatchingHeader("Server").orElse("");
      return reading.read(answer);
    }
    S3Exception failure = S3Failures.of(request.method(), answer);
    if (failure.isClockSkewException()) {
      skew = S3Failures.skew(answer.head(), Clock.systemUTC());
    }
    throw failure;
  }

  /** Returns whether the answer may be the content of an object. */
  private static boolean isOfObject(Request request) {
    return request.method() == SdkHttpMethod.GET && !request.path().isEmpty();
  }

  /** Returns whether MinIO gave the last answer, by what it says of itself. */
  public boolean answeredByMinio() {
    return server.startsWith(MINIO);
  }

  /** Returns whether Versity S3 Gateway gave the last answer, by what it says of itself. */
  public boolean answeredByVersity() {
    return server.startsWith(VERSITY);
  }

  /** Returns how the server has named itself in its last answer; empty if it has not. */
  String server() {
    return server;
  }

  private static SdkException unanswered(Exception cause, boolean late, Duration limit) {
    if (late) {
      return ApiCallAttemptTimeoutException.builder()
          .message("no answer for " + limit)
          .cause(cause)
          .build();
    }
    return Thread.currentThread().isInterrupted()
        ? interrupted(cause)
        : SdkClientException.create("the request was not answered", cause);
  }

  private static SdkException interrupted(Exception cause) {
    return AbortedException.create("interrupted", cause);
  }

  private HttpExecuteRequest signed(Request request) {
    AwsCredentials identity = credentials.resolveCredentials();
    SdkHttpRequest.Builder plain =
        SdkHttpRequest.builder().uri(connection.endpoint()).method(request.method());
    address(plain, request.bucket(), "/" + SdkHttpUtils.urlEncodeIgnoreSlashes(request.path()));
    request
        .query()
        .forEach((name, value) -> plain.putRawQueryParameter(name, value.isEmpty() ? null : value));
    connection.headers().forEach(plain::putHeader);
    request.headers().forEach(plain::putHeader);
    Optional<Sent> body = request.body().map(each -> Sent.of(each, identity));
    body.ifPresent(sent -> plain.putHeader("Content-Length", Long.toString(sent.length)));
    SignedRequest signed =
        signer.sign(sign -> {
          sign.identity(identity)
              .request(plain.build())
              .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
              .putProperty(AwsV4HttpSigner.REGION_NAME, connection.region())
              .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
              .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
              .putProperty(HttpSigner.SIGNING_CLOCK, Clock.offset(Clock.systemUTC(), skew));
          body.ifPresent(sent -> sent.sign(sign));
        });
    HttpExecuteRequest.Builder whole = HttpExecuteRequest.builder().request(signed.request());
    body.ifPresent(sent -> whole.contentStreamProvider(sent.following(signed.request(), identity)));
    return whole.build();
  }

  /** Body of an attempt. Over TLS, the hash of content is not in the signature. */
  private record Sent(
      long length, ContentStreamProvider bytes, boolean isHashed, boolean isSummed) {

    static Sent of(Body body, AwsCredentials identity) {
      return switch (body) {
        case Body.Made made -> {
          byte[] bytes = made.bytes(identity);
          yield new Sent(
              bytes.length, ContentStreamProvider.fromByteArrayUnsafe(bytes), true, false);
        }
        case Body.Streamed(S3Body content, boolean isSummed) ->
            new Sent(content.length(), content::next, false, isSummed);
      };
    }

    void sign(SignRequest.Builder<AwsCredentialsIdentity> sign) {
      sign.payload(bytes).putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, isHashed);
      if (isSummed) {
        sign.putProperty(AwsV4HttpSigner.CHUNK_ENCODING_ENABLED, true)
            .putProperty(AwsV4HttpSigner.CHECKSUM_ALGORITHM, DefaultChecksumAlgorithm.CRC32);
      }
    }

    /** Returns the bytes that follow these headers. */
    ContentStreamProvider following(SdkHttpRequest head, AwsCredentials identity) {
      return isSummed ? () -> SignedChunks.of(bytes.newStream(), length, head, identity) : bytes;
    }
  }

  /** A bucket is not in the name of a host that is an address. */
  private void address(SdkHttpRequest.Builder request, Optional<String> bucket, String path) {
    String host = connection.endpoint().getHost();
    boolean inPath = connection.pathStyle() || IP_ADDRESS.matcher(host).matches();
    if (bucket.isEmpty()) {
      request.encodedPath(path);
    } else if (inPath || AwsEndpoint.isInPath(bucket.get())) {
      String below = path.equals("/") ? "" : path; // the bucket itself
      request.encodedPath("/" + SdkHttpUtils.urlEncode(bucket.get()) + below);
    } else {
      request.host(bucket.get() + "." + host).encodedPath(path);
    }
  }
}
