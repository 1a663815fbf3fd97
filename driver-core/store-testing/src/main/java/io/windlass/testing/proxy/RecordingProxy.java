package io.windlass.testing.proxy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A small HTTP proxy that notes what goes through it: one request for each connection, or a tunnel
 * ("RFC 9110, 9.3.6 CONNECT").
 */
public final class RecordingProxy implements AutoCloseable {
  private final Intermediary intermediary;
  private final String authorization;
  private final List<String> passed = new CopyOnWriteArrayList<>();

  /** Starts one that asks nobody who he is. */
  public static RecordingProxy start() throws IOException {
    return new RecordingProxy("");
  }

  /**
   * Starts one that serves only who names this user and password.
   *
   * @param login as {@code user:password}
   */
  public static RecordingProxy startFor(String login) throws IOException {
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    return new RecordingProxy("Basic " + encoded);
  }

  private RecordingProxy(String authorization) throws IOException {
    this.authorization = authorization;
    this.intermediary = Intermediary.start("recording-proxy", this::serve);
  }

  /** Returns its URL. */
  public URI url() {
    return intermediary.url();
  }

  /** Returns what it let through, as method and authority: {@code PUT 127.0.0.1:9000}. */
  public List<String> passed() {
    return List.copyOf(passed);
  }

  private void serve(Socket client) throws IOException {
    List<String> head =
        Arrays.asList(Intermediary.head(client.getInputStream()).strip().split("\r\n", -1));
    if (!authorization.isEmpty() && !head.contains("Proxy-Authorization: " + authorization)) {
      Intermediary.send(
          client,
          String.join(
              "\r\n",
              "HTTP/1.1 407 Proxy Authentication Required",
              "Proxy-Authenticate: Basic realm=\"test\"",
              "Connection: close",
              "Content-Length: 0",
              "",
              ""));
      return;
    }
    String[] request = head.getFirst().split(" ", -1);
    boolean tunnel = request[0].equals("CONNECT");
    URI target = URI.create(tunnel ? "tunnel://" + request[1] : request[1]);
    passed.add(request[0] + " " + target.getAuthority());
    if (tunnel) {
      Intermediary.send(client, "HTTP/1.1 200 Connection established\r\n\r\n");
    }
    intermediary.connect(
        client,
        target.getHost(),
        target.getPort(),
        tunnel ? "" : forwarded(request[0], target, head));
  }

  /** How a connection ends is not part of a signature. */
  private static String forwarded(String method, URI target, List<String> head) {
    String path =
        target.getRawPath() + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery());
    String headers =
        head.stream()
            .skip(1)
            .filter(header -> !header.matches("(?i)(Proxy-[A-Za-z-]*|Connection):.*"))
            .collect(Collectors.joining("\r\n"));
    return "%s %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n"
        .formatted(method, path.isEmpty() ? "/" : path, headers);
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
