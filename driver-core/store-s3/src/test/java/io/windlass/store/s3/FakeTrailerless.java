package io.windlass.store.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.windlass.testing.MinioServer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A FAKE of a server that knows no checksums in trailers and demands Content-MD5: it refuses such
 * requests in front of a MinIO, which knows them. One request for each connection.
 */
final class FakeTrailerless implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

  /** How real servers were seen to refuse trailers, in reports of their users. */
  enum Refusal {
    /** Ceph RGW (fleetdm/fleet 47850); s3s (s3s-project/s3s 328). */
    SHA256_MISMATCH(400, "XAmzContentSHA256Mismatch", false),
    /** Scality CloudServer (scality/cloudserver 5553). */
    BAD_REQUEST(400, "BadRequest", false),
    /** Google Cloud Storage (aws/aws-sdk-java-v2 5987). */
    SIGNATURE(403, "SignatureDoesNotMatch", false),
    /** Storj (storj/gateway-st 89). */
    LENGTH(411, "MissingContentLength", false),
    /**
     * What the reference of S3 has for headers that a server does not implement: of any checksum.
     */
    NOT_IMPLEMENTED(501, "NotImplemented", true);

    private final int status;
    private final String code;
    private final boolean ofAll;

    Refusal(int status, String code, boolean ofAll) {
      this.status = status;
      this.code = code;
      this.ofAll = ofAll;
    }

    /** Returns whether headers with checksums are refused, too. */
    boolean isOfAll() {
      return ofAll;
    }
  }

  private final MinioServer behind;
  private final Refusal refusal;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();

  FakeTrailerless(MinioServer behind, Refusal refusal) throws IOException {
    this.behind = behind;
    this.refusal = refusal;
    this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("fake-trailerless").start(this::accept);
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Returns how many requests it has refused. */
  int refused() {
    return refused.get();
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
      String head = head(client.getInputStream());
      String lower = head.toLowerCase(Locale.ROOT);
      if (lower.contains("\r\nx-amz-trailer:")
          || lower.contains("aws-chunked")
          || (refusal.ofAll
              && (lower.startsWith("put ") || lower.contains("?uploads "))
              && lower.contains("\r\nx-amz-checksum-"))) {
        refuse(client, lower, refusal.status, refusal.code);
      } else if (lower.startsWith("post ")
          && lower.contains("?delete ")
          && !lower.contains("\r\ncontent-md5:")) {
        refuse(client, lower, 400, "MissingContentMD5");
      } else {
        pass(client, head);
      }
    } catch (IOException e) {
      // Whoever asked is told by the end of the connection.
    } finally {
      open.remove(client);
    }
  }

  /** A client that waits to be asked for the body sends none. */
  private void refuse(Socket client, String head, int status, String code) throws IOException {
    refused.incrementAndGet();
    Matcher length = LENGTH.matcher(head);
    if (!head.contains("\r\nexpect: 100-continue") && length.find()) {
      client.getInputStream().skipNBytes(Long.parseLong(length.group(1)));
    }
    String body = "<Error><Code>%s</Code><Message>no trailers</Message></Error>".formatted(code);
    String answer =
        String.join(
            "\r\n",
            "HTTP/1.1 %d Refused".formatted(status),
            "Content-Type: application/xml",
            "Content-Length: " + body.length(),
            "Connection: close",
            "",
            body);
    client.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  /** How the connection ends is not part of a signature. */
  private void pass(Socket client, String head) throws IOException {
    String once =
        head.replaceAll("(?i)\r\nConnection: [^\r]*", "")
            .replaceFirst("\r\n", "\r\nConnection: close\r\n");
    try (Socket server = new Socket(behind.endpoint().getHost(), behind.endpoint().getPort())) {
      open.add(server);
      server.getOutputStream().write(once.getBytes(ISO_8859_1));
      Thread.ofVirtual().start(() -> send(client, server));
      send(server, client);
      open.remove(server);
    }
  }

  private static void send(Socket from, Socket to) {
    try {
      long _ = from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // The other side is told by the end of its connection.
    }
  }

  private static String head(InputStream from) throws IOException {
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

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
