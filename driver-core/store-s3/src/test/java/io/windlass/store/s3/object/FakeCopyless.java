package io.windlass.store.s3.object;

import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A FAKE of a server that refuses copies, in front of a MinIO, which does all else. Garage answers
 * 400 to copies of parts of small objects, versitygw to copies of directories, Swift 412 to those
 * of objects that were made in parts, and other servers 501 to what they do not have. One request
 * for each connection.
 */
final class FakeCopyless implements AutoCloseable {
  /** How copies are answered. */
  enum Refusal {
    NOT_IMPLEMENTED(501, "NotImplemented"),
    INVALID(400, "InvalidRequest"),
    CHANGED(412, "PreconditionFailed");

    private final int status;
    private final String code;

    Refusal(int status, String code) {
      this.status = status;
      this.code = code;
    }
  }

  private final MinioServer behind;
  private final Refusal ofObjects;
  private final Refusal ofParts;
  private final Intermediary intermediary;
  private final AtomicInteger refused = new AtomicInteger();

  FakeCopyless(MinioServer behind, Refusal ofObjects, Refusal ofParts) throws IOException {
    this.behind = behind;
    this.ofObjects = ofObjects;
    this.ofParts = ofParts;
    this.intermediary = Intermediary.start("fake-copyless", this::serve);
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
    if (head.toLowerCase(Locale.ROOT).contains("\r\nx-amz-copy-source:")) {
      Refusal refusal = head.contains("uploadId=") ? ofParts : ofObjects;
      refused.incrementAndGet();
      Intermediary.refuse(client, head, refusal.status, refusal.code);
    } else {
      URI to = behind.endpoint();
      intermediary.connect(client, to.getHost(), to.getPort(), Intermediary.only(head));
    }
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
