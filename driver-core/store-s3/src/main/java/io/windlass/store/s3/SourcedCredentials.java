package io.windlass.store.s3;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.operation.Deadline;
import io.windlass.store.s3.client.S3Connection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProcessCredentialsProvider;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Credentials that come from elsewhere: by a program, a login, a service of the machine. The SDK
 * knows when the next ones are due. While they are asked for, the last ones count until they end;
 * without these an operation waits no longer than it may take. A failure names the place.
 */
final class SourcedCredentials implements AwsCredentialsProvider, SdkAutoCloseable {
  /** For how long an answer, also a failure, is used before the source is asked again. */
  private static final Duration USED = Duration.ofSeconds(1);

  /** For how long a request is waited for although there is a key: files answer at once. */
  private static final Duration QUICK = Duration.ofMillis(100);

  /** Most threads that may hang in a source for nobody. */
  private static final int MOST_STUCK = 3;

  private static final Pattern EXIT = Pattern.compile("non-zero exit value \\((-?\\d+)\\)");

  private final Supplier<AwsCredentialsProvider> open;
  private final String name;
  private final Duration callTimeout;
  private final List<KeyRequest> stuck = new ArrayList<>();
  private AwsCredentialsProvider source;
  private Optional<KeyRequest> asked = Optional.empty();
  private long askedAt = System.nanoTime();
  private volatile Optional<AwsCredentials> last = Optional.empty();

  /**
   * Creates it; nothing is sent or started yet.
   *
   * @param open another one of the source: one in which a request hangs lets no other pass
   */
  SourcedCredentials(Supplier<AwsCredentialsProvider> open, String name, Duration callTimeout) {
    this.open = open;
    this.name = name;
    this.callTimeout = callTimeout;
    this.source = open.get();
  }

  /** Nothing is sent or started yet. */
  static AwsCredentialsProvider of(DriverCredentials from, S3Connection connection) {
    return from instanceof DriverCredentials.Anonymous
        ? OpenCredentials.of(from, connection)
        : new SourcedCredentials(
            () -> OpenCredentials.of(from, connection),
            S3KeySources.name(from),
            connection.http().callTimeout());
  }

  @Override
  public AwsCredentials resolveCredentials() {
    KeyRequest request = request();
    Optional<AwsCredentials> usable = last.filter(SourcedCredentials::isValid);
    try {
      return request.answer.get(
          usable.isPresent() ? quick() : Deadline.leftOf(callTimeout).toNanos(),
          TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return usable.orElseThrow(this::late);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("interrupted", e);
    } catch (ExecutionException e) {
      DriverException failure = failure(e.getCause() == null ? e : e.getCause());
      if (failure.retryable() && usable.isPresent()) {
        return usable.get();
      }
      throw failure;
    }
  }

  private static boolean isValid(AwsCredentials key) {
    return key.expirationTime().filter(end -> !end.isAfter(Instant.now())).isEmpty();
  }

  /** All operations together wait for a request no longer than for a quick one. */
  private synchronized long quick() {
    return Math.max(0, QUICK.toNanos() - (System.nanoTime() - askedAt));
  }

  private synchronized KeyRequest request() {
    boolean isRecent = asked.isPresent() && System.nanoTime() - askedAt < USED.toNanos();
    stuck.removeIf(each -> !each.isStuck());
    Optional<KeyRequest> current =
        asked.filter(each -> isRecent || !each.answer.isDone() || stuck.size() >= MOST_STUCK);
    if (current.isPresent()) {
      return current.get();
    }
    asked
        .filter(KeyRequest::isStuck)
        .ifPresent(each -> {
          stuck.add(each);
          close(source);
          source = open.get();
        });
    KeyRequest request = KeyRequest.start(source, callTimeout);
    var _ = request.answer.thenAccept(key -> last = Optional.of(key));
    asked = Optional.of(request);
    askedAt = System.nanoTime();
    return request;
  }

  private DriverException late() {
    return new DriverException.Unavailable("no key from %s in time".formatted(name), null);
  }

  /** What is wrong with the place is told as such, and not as of the server of the bucket. */
  private DriverException failure(Throwable cause) {
    if (cause instanceof DriverException told) {
      return told;
    }
    if (cause instanceof TimeoutException) {
      return late();
    }
    if (isOfProgram(cause)) {
      return new DriverException.Unauthenticated(
          "no key from %s: %s".formatted(name, ofProgram(cause)), null);
    }
    String text = "no key from %s: %s".formatted(name, Failure.reason(cause));
    return mayPass(cause)
        ? new DriverException.Unavailable(text, cause)
        : new DriverException.Unauthenticated(text, null);
  }

  private static boolean mayPass(Throwable cause) {
    return cause instanceof SdkServiceException answered
        ? answered.statusCode() / 100 != 4 || answered.isThrottlingException()
        : Stream.of(
                IOException.class,
                ApiCallTimeoutException.class,
                ApiCallAttemptTimeoutException.class)
            .anyMatch(type -> Failure.cause(cause, type).isPresent());
  }

  /** Messages about a program may have what it said, which may be a key. */
  private static boolean isOfProgram(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .flatMap(each -> Stream.of(each.getStackTrace()))
        .anyMatch(at -> at.getClassName().equals(ProcessCredentialsProvider.class.getName()));
  }

  private static String ofProgram(Throwable thrown) {
    Matcher exit = EXIT.matcher(Failure.reason(thrown));
    return exit.find()
        ? "its credential_process ended with (%s): run it by hand".formatted(exit.group(1))
        : "its credential_process gave none in the form of AWS's tools: run it by hand";
  }

  @Override
  public synchronized void close() {
    asked.ifPresent(KeyRequest::end);
    close(source);
  }

  private static void close(AwsCredentialsProvider source) {
    if (source instanceof SdkAutoCloseable own) {
      own.close();
    }
  }
}
