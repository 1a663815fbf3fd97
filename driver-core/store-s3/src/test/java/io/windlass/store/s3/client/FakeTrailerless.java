package io.windlass.store.s3.client;

import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
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
  private final Intermediary intermediary;
  private final AtomicInteger refused = new AtomicInteger();

  FakeTrailerless(MinioServer behind, Refusal refusal) throws IOException {
    this.behind = behind;
    this.refusal = refusal;
    this.intermediary = Intermediary.start("fake-trailerless", this::serve);
  }

  URI endpoint() {
    return intermediary.url();
  }

  /** Returns how many requests it has refused. */
  int refused() {
    return refused.get();
  }

  private void serve(Socket client) throws IOException {
    String head = Intermediary.head(client.getInputStream());
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
      URI to = behind.endpoint();
      intermediary.connect(client, to.getHost(), to.getPort(), Intermediary.only(head));
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
    Intermediary.send(client, answer);
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
