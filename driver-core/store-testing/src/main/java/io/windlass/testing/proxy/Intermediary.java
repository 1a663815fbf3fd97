package io.windlass.testing.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process between clients and a real server: it listens on a port of this machine, and serves
 * each connection in a thread of its own.
 */
public final class Intermediary implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");
  private static final Pattern WAITS = Pattern.compile("(?im)^expect: *100-continue");

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Serves one connection, which is closed afterwards; an error tells the client by that. */
  public interface Work {
    void serve(Socket client) throws IOException;
  }

  private Intermediary(ServerSocket listener) {
    this.listener = listener;
  }

  /** Starts one of this name. */
  public static Intermediary start(String name, Work work) throws IOException {
    Intermediary started =
        new Intermediary(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
    Thread.ofPlatform().daemon().name(name).start(() -> started.accept(work));
    return started;
  }

  /** Returns its URL. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  private void accept(Work work) {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client, work));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client, Work work) {
    try (client) {
      work.serve(client);
    } catch (IOException e) {
      // Whoever asked is told by the end of the connection.
    } finally {
      open.remove(client);
    }
  }

  /** Sends this head to a server, and then lets through what both sides send. */
  public void connect(Socket client, String host, int port, String head) throws IOException {
    try (Socket server = new Socket(host, port)) {
      open.add(server);
      send(server, head);
      Thread.ofVirtual().start(() -> pass(client, server));
      pass(server, client);
      open.remove(server);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      long _ = from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // The other side is told by the end of its connection.
    }
  }

  /** Sends a text. */
  public static void send(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /**
   * Refuses a request as a server of S3 does, after its body. A client that waits to be asked for
   * the body sends none, and the answer to a HEAD has none.
   */
  public static void refuse(Socket client, String head, int status, String code)
      throws IOException {
    Matcher length = LENGTH.matcher(head);
    if (!WAITS.matcher(head).find() && length.find()) {
      client.getInputStream().skipNBytes(Long.parseLong(length.group(1)));
    }
    String body = "<Error><Code>%s</Code><Message>refused</Message></Error>".formatted(code);
    send(
        client,
        String.join(
            "\r\n",
            "HTTP/1.1 %d Refused".formatted(status),
            "Content-Type: application/xml",
            "Content-Length: " + body.length(),
            "Connection: close",
            "",
            head.startsWith("HEAD ") ? "" : body));
  }

  /** Reads the head of a request, with the empty line after it. */
  public static String head(InputStream from) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = from.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  /**
   * Returns the head of a request that is the only one of its connection. No signature has that.
   */
  public static String only(String head) {
    return head.replaceAll("(?i)\r\nConnection: [^\r]*", "")
        .replaceFirst("\r\n", "\r\nConnection: close\r\n");
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
