package io.windlass.store.s3;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Credentials that come from elsewhere: by a program, a login, a service of the machine. The SDK
 * knows when the next ones are due. No operation waits for them longer than it may take, and a
 * failure names the place.
 */
final class SourcedCredentials implements AwsCredentialsProvider, SdkAutoCloseable {
  /** For how long an answer, also a failure, is used before the source is asked again. */
  private static final Duration USED = Duration.ofSeconds(1);

  /** What a program writes to its standard error may be anything. */
  private static final Pattern SAID_BY_PROGRAM = Pattern.compile("(?s) with error message:.*");

  private final AwsCredentialsProvider source;
  private final String name;
  private final Duration callTimeout;
  private Optional<CompletableFuture<AwsCredentials>> asked = Optional.empty();
  private long askAgain = System.nanoTime();

  SourcedCredentials(AwsCredentialsProvider source, String name, Duration callTimeout) {
    this.source = source;
    this.name = name;
    this.callTimeout = callTimeout;
  }

  /** Nothing is sent or started yet. */
  static AwsCredentialsProvider of(DriverCredentials from, S3Connection connection) {
    AwsCredentialsProvider source = OpenCredentials.of(from, connection);
    return from instanceof DriverCredentials.Anonymous
        ? source
        : new SourcedCredentials(source, S3KeySources.name(from), connection.http().callTimeout());
  }

  @Override
  public AwsCredentials resolveCredentials() {
    CompletableFuture<AwsCredentials> answer = ask();
    try {
      return answer.get(Deadline.leftOf(callTimeout).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw ApiCallTimeoutException.builder().message("no key from %s yet".formatted(name)).build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("interrupted", e);
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    }
  }

  private synchronized CompletableFuture<AwsCredentials> ask() {
    boolean isRecent = System.nanoTime() - askAgain < 0;
    if (asked.filter(last -> isRecent || !last.isDone()).isPresent()) {
      return asked.orElseThrow();
    }
    CompletableFuture<AwsCredentials> answer = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("credentials")
        .start(() -> {
          try {
            answer.complete(source.resolveCredentials());
          } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
          }
        });
    asked = Optional.of(answer);
    askAgain = System.nanoTime() + USED.toNanos();
    return answer;
  }

  /** What is wrong with the place is told as such; what may pass, as the same of the server is. */
  private RuntimeException failure(Throwable cause) {
    if (cause instanceof DriverException told) {
      return told;
    }
    boolean refused =
        cause instanceof SdkServiceException answered
            ? answered.statusCode() / 100 == 4 && !answered.isThrottlingException()
            : Failure.cause(cause, IOException.class).isEmpty();
    String text =
        "no key from %s: %s"
            .formatted(name, SAID_BY_PROGRAM.matcher(Failure.reason(cause)).replaceAll(""));
    return refused
        ? new DriverException.Unauthenticated(text, null)
        : SdkClientException.create(text, cause);
  }

  @Override
  public void close() {
    if (source instanceof SdkAutoCloseable own) {
      own.close();
    }
  }
}
