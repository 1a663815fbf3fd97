package io.windlass.cosi.sanity.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.windlass.cosi.sanity.store.ProxyRule;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
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
  private final ProxyRule proxies;

  /**
   * Creates a transport that has sent nothing yet.
   *
   * @param timeout longest time to connect, and until an answer begins
   */
  SanityTransport(Duration timeout, ProxyRule proxies) {
    this.timeout = timeout;
    this.proxies = proxies;
    this.client =
        java.net.http.HttpClient.newBuilder()
            .proxy(new Selector(proxies))
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
    URI uri = URI.create(request.getUrl().toString());
    java.net.http.HttpRequest.Builder translated =
        java.net.http.HttpRequest.newBuilder(uri)
            .method(request.getHttpMethod().toString(), body(request))
            .timeout(timeout);
    for (HttpHeader header : request.getHeaders()) {
      if (!RESTRICTED.contains(header.getName().toLowerCase(Locale.ROOT))) {
        header.getValuesList().forEach(value -> translated.header(header.getName(), value));
      }
    }
    proxies
        .of(uri)
        .flatMap(ProxyRule.Via::login)
        .ifPresent(login -> translated.header("Proxy-Authorization", basic(login)));
    return translated.build();
  }

  /** The JDK's client hands this to the proxy alone. */
  private static String basic(PasswordAuthentication login) {
    String text = login.getUserName() + ":" + new String(login.getPassword());
    return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final class Selector extends ProxySelector {
    private final ProxyRule rule;

    Selector(ProxyRule rule) {
      this.rule = rule;
    }

    @Override
    public List<Proxy> select(URI server) {
      return List.of(
          rule.of(server)
              .map(ProxyRule.Via::proxy)
              .map(proxy ->
                  new Proxy(
                      Proxy.Type.HTTP,
                      InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort())))
              .orElse(Proxy.NO_PROXY));
    }

    /** There is no other proxy that could be tried. */
    @Override
    public void connectFailed(URI server, SocketAddress address, IOException failure) {}
  }

  private static BodyPublisher body(HttpRequest request) {
    BinaryData content = request.getBodyAsBinaryData();
    return content == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(content.toBytes());
  }
}
