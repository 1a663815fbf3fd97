package io.windlass.http;

import io.windlass.operation.Deadline;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests over the JDK's client with limits of time by the clock of the operation. */
public final class HttpExchanges {
  private HttpExchanges() {}

  /**
   * Sends a request, and waits until the head of its answer is there. The timeout of {@link
   * HttpRequest} counts real time, also that in which this process cannot run and take the answer.
   *
   * @param limit longest time, by {@link Deadline#clock}
   * @throws HttpTimeoutException after that time
   */
  public static <T> HttpResponse<T> send(
      HttpClient client, HttpRequest request, BodyHandler<T> handler, Duration limit)
      throws IOException, InterruptedException {
    Deadline until = Deadline.after(limit, Deadline.clock());
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, handler);
    try {
      while (true) {
        try {
          return answer.get(until.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          if (until.isOver()) {
            throw new HttpTimeoutException("no answer for " + limit);
          }
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } finally {
      boolean _ = answer.cancel(true);
    }
  }
}
