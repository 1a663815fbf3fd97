package io.windlass.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A small HTTP proxy that notes what goes through it: one request for each connection, or a tunnel
 * ("RFC 9110, 9.3.6 CONNECT").
 */
public final class RecordingProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final String authorization;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
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
    this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("recording-proxy").start(this::accept);
  }

  /** Returns its URL. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Returns what it let through, as method and authority: {@code PUT 127.0.0.1:9000}. */
  public List<String> passed() {
    return List.copyOf(passed);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      List<String> head = head(client.getInputStream());
      if (!authorization.isEmpty() && !head.contains("Proxy-Authorization: " + authorization)) {
        send(
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
      try (Socket server = new Socket(target.getHost(), target.getPort())) {
        open.add(server);
        passed.add(request[0] + " " + target.getAuthority());
        if (tunnel) {
          send(client, "HTTP/1.1 200 Connection established\r\n\r\n");
        } else {
          send(server, forwarded(request[0], target, head));
        }
        Thread.ofVirtual().start(() -> pass(client, server));
        pass(server, client);
      }
    } catch (IOException e) {
      // Both sides are told by the end of their connections.
    } finally {
      open.remove(client);
    }
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

  private static void send(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static List<String> head(InputStream from) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = from.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
    }
    return Arrays.asList(head.toString(ISO_8859_1).strip().split("\r\n", -1));
  }

  private static void pass(Socket from, Socket to) {
    try {
      OutputStream out = to.getOutputStream();
      long _ = from.getInputStream().transferTo(out);
      to.shutdownOutput();
    } catch (IOException e) {
      // The other side is told by the end of its connection.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
