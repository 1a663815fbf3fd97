package io.windlass.store.azure.client;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.http.HttpSender;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Sends requests of the SDK's pipeline, which are about containers and access, as all others are
 * sent. The SDK's own adapter to the JDK's client has another thread read each piece of a body, and
 * logs a warning for each request with a length.
 */
final class AzureTransport implements HttpClient {
  private final AzureHttp http;

  AzureTransport(AzureHttp http) {
    this.http = http;
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
    return new AzureAnswer(request, http.send(translated(request), Duration.ZERO));
  }

  private static java.net.http.HttpRequest.Builder translated(HttpRequest request) {
    java.net.http.HttpRequest.Builder translated =
        java.net.http.HttpRequest.newBuilder(AzureSigner.uri(request.getUrl().toString()))
            .method(request.getHttpMethod().toString(), body(request));
    for (HttpHeader header : request.getHeaders()) {
      if (!HttpSender.isRestricted(header.getName())) {
        header.getValuesList().forEach(value -> translated.header(header.getName(), value));
      }
    }
    return translated;
  }

  /** Policies, queries and the like, which are in memory. */
  private static BodyPublisher body(HttpRequest request) {
    BinaryData content = request.getBodyAsBinaryData();
    return content == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(content.toBytes());
  }
}
