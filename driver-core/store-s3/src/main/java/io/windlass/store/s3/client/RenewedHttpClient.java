package io.windlass.store.s3.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * HTTP client with connections that are kept. They die in silence where something between here and
 * the server forgets them, all at once, while new ones work. So after a request that was given up
 * before its answer, or got none in time, others go over new connections. The SDK's client has no
 * other way to that than another client.
 */
final class RenewedHttpClient implements SdkHttpClient {
  /** Most clients that are left: a server that is silent now and then does not use up memory. */
  private static final int MOST_LEFT = 8;

  private final Supplier<SdkHttpClient> make;
  private final Duration longest;

  /** Clients with requests that may still be under way. */
  private final Deque<Left> left = new ArrayDeque<>();

  private SdkHttpClient present;

  /** Whether the present client has had an answer, so that it keeps connections. */
  private boolean answered;

  private record Left(SdkHttpClient client, long at) {}

  /**
   * Creates a client.
   *
   * @param longest longest time that a request may take, its answer included
   */
  RenewedHttpClient(Supplier<SdkHttpClient> make, Duration longest) {
    this.make = make;
    this.longest = longest;
    this.present = make.get();
  }

  private synchronized SdkHttpClient present() {
    return present;
  }

  private synchronized void answered(SdkHttpClient by) {
    answered |= by.equals(present);
  }

  private synchronized void leave(SdkHttpClient silent) {
    long now = System.nanoTime();
    while (!left.isEmpty() && now - left.getFirst().at() > longest.toNanos()) {
      left.removeFirst().client().close();
    }
    if (!answered || !silent.equals(present) || left.size() == MOST_LEFT) {
      return;
    }
    left.addLast(new Left(present, now));
    present = make.get();
    answered = false;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    SdkHttpClient over = present();
    ExecutableHttpRequest prepared = over.prepareRequest(request);
    AtomicBoolean givenUp = new AtomicBoolean();
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        try {
          HttpExecuteResponse response = prepared.call();
          answered(over);
          return response;
        } catch (IOException | RuntimeException e) {
          if (givenUp.get() || e instanceof SocketTimeoutException) {
            leave(over);
          }
          throw e;
        }
      }

      @Override
      public void abort() {
        givenUp.set(true);
        prepared.abort();
      }
    };
  }

  @Override
  public String clientName() {
    return present().clientName();
  }

  @Override
  public synchronized void close() {
    present.close();
    left.forEach(each -> each.client().close());
    left.clear();
  }
}
