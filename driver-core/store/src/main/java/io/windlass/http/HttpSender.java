package io.windlass.http;

import io.windlass.operation.Deadline;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Sends requests to one server with the JDK's client, on the thread of the caller. Repeats requests
 * after failures that may pass, within the time limit of the call and the {@link Deadline} of the
 * operation that it belongs to: three times, but until that time is over while the server is busy
 * (503), and no sooner than it wants (Retry-After).
 *
 * <p>Connections die in silence where something between here and the server forgets them. After a
 * request that was not answered in time, none of the connections that it may have been one of is
 * used any more.
 */
public final class HttpSender {
  private static final int ATTEMPTS = 3;

  /** The JDK's client sets these headers itself. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final HttpSettings settings;
  private final HttpAttempts attempts;
  private final int throttledAttempts;
  private final SSLContext tls;

  /** With the connections that it keeps, which nothing else can close. */
  private volatile HttpClient client;

  /** Turns an answer whose headers have come into the form that the caller wants. */
  public interface Reading<A extends Closeable> {
    /**
     * Reads the answer, or prepares to.
     *
     * @throws IOException if the answer is broken; then the request is repeated
     */
    A read(HttpResponse<AnswerBody> answer) throws IOException;

    /** Returns whether the request is not repeated whatever the status of its answer means. */
    default boolean isFinal(A answer) throws IOException {
      return false;
    }
  }

  /**
   * Creates a sender that has sent nothing yet.
   *
   * @param attempts pauses between attempts
   * @param throttledAttempts most attempts if the server answers 429: it may mean a quota, which no
   *     wait helps
   * @throws IllegalArgumentException if the certificates cannot be read
   */
  public HttpSender(HttpSettings settings, HttpAttempts attempts, int throttledAttempts) {
    this.settings = settings;
    this.attempts = attempts;
    this.throttledAttempts = throttledAttempts;
    this.tls = CaCertificate.context(settings.caCertificate());
    this.client = client(settings, tls);
  }

  private static HttpClient client(HttpSettings settings, SSLContext tls) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(settings.attemptTimeout())
            .sslContext(tls);
    return settings.proxies().install(builder).build();
  }

  /** The same with 3 attempts also if the server answers 429. */
  public HttpSender(HttpSettings settings) {
    this(settings, new HttpAttempts(), ATTEMPTS);
  }

  /** Returns whether the JDK's client sets this header itself, and refuses to be given it. */
  public static boolean isRestricted(String header) {
    return RESTRICTED.contains(header.toLowerCase(Locale.ROOT));
  }

  /**
   * Sends a request until an answer is final. The caller closes what is returned.
   *
   * @param request returns the request for each attempt
   * @param more time beyond the usual limits, for the bytes that the request carries or copies
   * @throws IOException if no answer came in time, or the thread was interrupted
   */
  public <A extends Closeable> A send(
      Supplier<HttpRequest.Builder> request, Duration more, Reading<A> reading) throws IOException {
    return Deadline.allowing(more, () -> repeatedly(request, more, reading));
  }

  private <A extends Closeable> A repeatedly(
      Supplier<HttpRequest.Builder> request, Duration more, Reading<A> reading) throws IOException {
    Deadline until = Deadline.within(settings.callTimeout(), more);
    Duration usual = settings.attemptTimeout().plus(more);
    for (int attempt = 1; ; attempt++) {
      Duration left = until.left();
      try {
        HttpResponse<AnswerBody> answer =
            send(
                settings.proxies().prepared(request.get()),
                left.compareTo(usual) < 0 ? left : usual);
        A read = reading.read(answer);
        if (attempt >= most(answer.statusCode())
            || !HttpAttempts.passes(answer.statusCode())
            || reading.isFinal(read)
            || !attempts.pause(attempt, RetryAfter.of(answer.headers()), until)) {
          return read;
        }
        read.close();
      } catch (IOException e) {
        boolean unsent = e instanceof HttpConnectTimeoutException;
        if ((attempt >= ATTEMPTS && !unsent)
            || !attempts.pause(Math.min(attempt, ATTEMPTS), until)) {
          throw e;
        }
      }
    }
  }

  /** A busy server is asked again as long as there is time. */
  private int most(int status) {
    return switch (status) {
      case 429 -> throttledAttempts;
      case 503 -> Integer.MAX_VALUE;
      default -> ATTEMPTS;
    };
  }

  /**
   * Sends a request once, and waits for the headers of the answer. The timeout of {@link
   * HttpRequest} counts real time, also time in which this process does not run and cannot take the
   * answer; {@code limit} counts by {@link Deadline#clock}.
   */
  private HttpResponse<AnswerBody> send(HttpRequest request, Duration limit) throws IOException {
    Deadline until = Deadline.after(limit, Deadline.clock());
    HttpClient over = client;
    CompletableFuture<HttpResponse<AnswerBody>> answer =
        over.sendAsync(request, _ -> new AnswerBody(settings.callTimeout()));
    try {
      while (true) {
        try {
          return answer.get(until.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          if (until.isOver()) {
            leave(over);
            throw new HttpTimeoutException("no answer for " + limit);
          }
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      boolean _ = answer.cancel(true);
    }
  }

  /** Uses other connections from now on. Those of requests under way end with these. */
  private synchronized void leave(HttpClient silent) {
    if (client.equals(silent)) {
      client = client(settings, tls);
    }
  }
}
