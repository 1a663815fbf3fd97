package io.windlass.store.s3.client;

import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A FAKE of a server that knows no checksums in trailers and demands Content-MD5: it refuses such
 * requests in front of a MinIO, which knows them. One request for each connection.
 */
final class FakeTrailerless implements AutoCloseable {
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
      refuse(client, head, refusal.status, refusal.code);
    } else if (lower.startsWith("post ")
        && lower.contains("?delete ")
        && !lower.contains("\r\ncontent-md5:")) {
      refuse(client, head, 400, "MissingContentMD5");
    } else {
      URI to = behind.endpoint();
      intermediary.connect(client, to.getHost(), to.getPort(), Intermediary.only(head));
    }
  }

  private void refuse(Socket client, String head, int status, String code) throws IOException {
    refused.incrementAndGet();
    Intermediary.refuse(client, head, status, code);
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
