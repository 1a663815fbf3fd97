package io.windlass.cosi.sanity.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.http.Proxies;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Sends requests of the SDK over the JDK's client, with bodies that fit into memory. The SDK's own
 * adapter to that client logs a warning for each request with a length.
 */
final class SanityTransport implements HttpClient {
  /** Headers that the JDK's client sets by itself. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final java.net.http.HttpClient client;
  private final Duration timeout;
  private final Proxies proxies;

  /**
   * Creates a transport that has sent nothing yet.
   *
   * @param timeout longest time to connect, and until an answer begins
   */
  SanityTransport(Duration timeout, Proxies proxies) {
    this.timeout = timeout;
    this.proxies = proxies;
    this.client =
        proxies
            .install(java.net.http.HttpClient.newBuilder())
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  @Override
  public Mono<HttpResponse> send(HttpRequest request) {
    return Mono.fromCallable(() -> sendSync(request, Context.NONE));
  }

  @Override
  public HttpResponse sendSync(HttpRequest request, Context context) {
    try {
      return new SanityResponse(
          request, client.send(translated(request), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }

  private java.net.http.HttpRequest translated(HttpRequest request) {
    java.net.http.HttpRequest.Builder translated =
        java.net.http.HttpRequest.newBuilder(URI.create(request.getUrl().toString()))
            .method(request.getHttpMethod().toString(), body(request))
            .timeout(timeout);
    for (HttpHeader header : request.getHeaders()) {
      if (!RESTRICTED.contains(header.getName().toLowerCase(Locale.ROOT))) {
        header.getValuesList().forEach(value -> translated.header(header.getName(), value));
      }
    }
    return proxies.prepared(translated);
  }

  private static BodyPublisher body(HttpRequest request) {
    BinaryData content = request.getBodyAsBinaryData();
    return content == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(content.toBytes());
  }
}
