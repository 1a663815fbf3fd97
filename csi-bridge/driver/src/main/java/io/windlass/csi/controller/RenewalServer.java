package io.windlass.csi.controller;

import io.windlass.csi.RenewalRequest;
import io.windlass.observe.HttpListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Where nodes ask a controller for the next credential of a volume: {@code POST /renew/ATTACHMENT}
 * over HTTP, or {@code /renew} for attachments without an id. No TLS is needed, as no secret is
 * sent: see {@link RenewalRequest}.
 */
public final class RenewalServer implements AutoCloseable {
  private static final String PATH = "/renew";

  private final HttpListener server;
  private final URI url;

  private RenewalServer(HttpListener server, URI url) {
    this.server = server;
    this.url = url;
  }

  /**
   * Opens the server, which answers from {@link #start} on.
   *
   * @param address address to listen on; port 0: any free port
   * @param base base URL under which nodes reach the server; empty: they reach the address
   * @throws IOException when the server cannot listen on the address
   */
  public static RenewalServer open(InetSocketAddress address, Optional<URI> base)
      throws IOException {
    HttpListener server = HttpListener.open("renewals", address, RenewalRequest.LONGEST);
    URI reached =
        base.orElseGet(() ->
            URI.create(
                "http://%s:%d".formatted(host(server.address()), server.address().getPort())));
    return new RenewalServer(server, reached.resolve(PATH));
  }

  private static String host(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return host.contains(":") ? "[%s]".formatted(host) : host;
  }

  /** Returns the URL that nodes are told, without an attachment. */
  URI url() {
    return url;
  }

  /** Returns the URL that the node of an attachment is told. Nodes of all versions ask there. */
  static URI url(URI without, Optional<String> attachment) {
    return attachment.map(id -> URI.create(without + "/" + id)).orElse(without);
  }

  void start(RenewalCalls calls) {
    server.start(request -> answer(request, calls));
  }

  private static HttpListener.Answer answer(HttpListener.Request request, RenewalCalls calls) {
    boolean whole = request.path().equals(PATH);
    if (!whole && !request.path().startsWith(PATH + "/")) {
      return HttpListener.Answer.empty(404);
    }
    if (!request.method().equals("POST")) {
      return HttpListener.Answer.notAllowed("POST");
    }
    Optional<String> attachment =
        whole ? Optional.empty() : Optional.of(request.path().substring(PATH.length() + 1));
    RenewalCalls.Answer answer = calls.answer(request.body(), attachment);
    return new HttpListener.Answer(
        answer.status(),
        answer
            .signature()
            .map(each -> Map.of(RenewalRequest.SIGNATURE_HEADER, each))
            .orElse(Map.of()),
        answer.body());
  }

  @Override
  public void close() {
    server.close();
  }
}
