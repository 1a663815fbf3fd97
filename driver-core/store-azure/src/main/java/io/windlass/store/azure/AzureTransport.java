package io.windlass.store.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.store.AnswerBody;
import io.windlass.store.AnswerRoom;
import io.windlass.store.CaCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Sends requests of the SDK's pipeline over the JDK's client, on the thread of the caller. The
 * SDK's own adapter to that client has another thread read each piece of a body, sends bodies
 * through a chain of reactive operators, and logs a warning for each request with a length.
 */
final class AzureTransport implements HttpClient {
  /** In the context of a request: a {@link Duration} until the answer has to begin. */
  static final String RESPONSE_TIMEOUT = "windlass-response-timeout";

  /** Those that the JDK's client sets by itself. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final java.net.http.HttpClient client;
  private final Duration silence;
  private final AnswerRoom room;

  /**
   * Creates a transport that has sent nothing yet. It takes the time of an attempt as the longest
   * time to connect, and the time of a call as the longest time without a byte while the body of an
   * answer is read, and until an answer begins, of requests that say nothing else.
   */
  AzureTransport(AzureConnection connection) {
    java.net.http.HttpClient.Builder builder =
        java.net.http.HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(connection.attemptTimeout());
    connection.caCertificate().ifPresent(pem -> builder.sslContext(CaCertificate.context(pem)));
    this.client = builder.build();
    this.silence = connection.callTimeout();
    this.room = new AnswerRoom(silence);
  }

  @Override
  public Mono<HttpResponse> send(HttpRequest request) {
    return send(request, Context.NONE);
  }

  @Override
  public Mono<HttpResponse> send(HttpRequest request, Context context) {
    return Mono.fromCallable(() -> sendSync(request, context));
  }

  @Override
  public HttpResponse sendSync(HttpRequest request, Context context) {
    Duration timeout = context.getData(RESPONSE_TIMEOUT).map(Duration.class::cast).orElse(silence);
    try {
      return new AzureAnswer(
          request, client.send(translated(request, timeout), _ -> new AnswerBody(silence)), room);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static java.net.http.HttpRequest translated(HttpRequest request, Duration timeout) {
    java.net.http.HttpRequest.Builder translated =
        java.net.http.HttpRequest.newBuilder(URI.create(request.getUrl().toString()))
            .method(request.getHttpMethod().toString(), body(request))
            .timeout(timeout);
    for (HttpHeader header : request.getHeaders()) {
      if (!RESTRICTED.contains(header.getName().toLowerCase(Locale.ROOT))) {
        header.getValuesList().forEach(value -> translated.header(header.getName(), value));
      }
    }
    return translated.build();
  }

  /** Each attempt reads the content from its start. */
  private static BodyPublisher body(HttpRequest request) {
    BinaryData content = request.getBodyAsBinaryData();
    long length =
        Optional.ofNullable(request.getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH))
            .map(Long::valueOf)
            .orElse(0L);
    return content == null || length == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> stream(content)), length);
  }

  private static InputStream stream(BinaryData content) {
    InputStream stream = content.toStream();
    return stream instanceof AzureBody body ? body.forAttempt() : stream;
  }
}
