package io.windlass.store.s3.object;

import io.windlass.testing.MinioServer;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;

/**
 * A FAKE of the answers of AWS that come late, in front of a MinIO, which does all else. Late are
 * the first answers after what they are late for; AWS says minutes. One request for each
 * connection.
 *
 * <ul>
 *   <li>Of a bucket that was made a moment ago, answers do not know: 404 NoSuchBucket
 *       (terraform-provider-aws, issues 33717 and 49853).
 *   <li>Changes of its settings are refused then, though no other is under way: 409
 *       OperationAborted (terraform-provider-aws, issues 7628 and 36873).
 *   <li>After a bucket was told to keep versions, what is written to it may be answered with 404
 *       NoSuchKey (manage-versioning-examples.html); a PUT with If-Match answers so for what is not
 *       there (conditional-writes.html).
 *   <li>A conditional write that meets another request is answered with 409
 *       ConditionalRequestConflict, and has to be sent again (conditional-writes.html).
 * </ul>
 *
 * <p>And one rule of Ceph before pull request 68577: a HEAD of what is missing is answered with 403
 * where only what begins so may be listed.
 */
final class FakeAws implements AutoCloseable {
  private final MinioServer behind;
  private final int late;
  private final Intermediary intermediary;
  private int unknown;
  private int busy;
  private int unfound;
  private int conflicts;
  private boolean denying;

  /** Starts one, of which so many answers of each kind are late each time. */
  FakeAws(MinioServer behind, int late) throws IOException {
    this.behind = behind;
    this.late = late;
    this.intermediary = Intermediary.start("fake-aws", this::serve);
  }

  URI endpoint() {
    return intermediary.url();
  }

  /** Lets the next conditional writes meet others. */
  synchronized void conflict() {
    conflicts = late;
  }

  /** Denies what is missing. */
  synchronized void denyMissing() {
    denying = true;
  }

  /** What a request is about, by the line that it begins with and its headers. */
  private record Asked(String method, String key, String query, boolean ifMatch, boolean ifNone) {
    static Asked of(String head) {
      String[] line = head.split(" ", 3);
      String[] target = line[1].split("\\?", 2);
      String[] path = target[0].split("/", 3);
      String lower = head.toLowerCase(Locale.ROOT);
      return new Asked(
          line[0],
          path.length > 2 ? path[2] : "",
          target.length > 1 ? target[1] : "",
          lower.contains("\r\nif-match:"),
          lower.contains("\r\nif-none-match:"));
    }

    boolean makesBucket() {
      return method.equals("PUT") && key.isEmpty() && query.isEmpty();
    }

    boolean setsUp() {
      return !method.equals("GET") && key.isEmpty() && !query.isEmpty();
    }

    boolean keepsVersions() {
      return method.equals("PUT") && query.startsWith("versioning");
    }

    boolean looksForObject() {
      return !key.isEmpty()
          && query.isEmpty()
          && switch (method) {
            case "GET", "HEAD" -> true;
            case "PUT" -> ifMatch;
            default -> false;
          };
    }

    boolean writesOnCondition() {
      return method.equals("PUT") && !key.isEmpty() && (ifMatch || ifNone);
    }
  }

  private enum Answer {
    PASSED(200, ""),
    NO_BUCKET(404, "NoSuchBucket"),
    NO_KEY(404, "NoSuchKey"),
    OTHER_CHANGE(409, "OperationAborted"),
    CONFLICT(409, "ConditionalRequestConflict");

    private final int status;
    private final String code;

    Answer(int status, String code) {
      this.status = status;
      this.code = code;
    }
  }

  private synchronized Answer answer(Asked asked) {
    if (asked.makesBucket()) {
      unknown = late;
      busy = late;
      return Answer.PASSED;
    }
    if (unknown > 0) {
      unknown--;
      return Answer.NO_BUCKET;
    }
    if (asked.setsUp() && busy > 0) {
      busy--;
      return Answer.OTHER_CHANGE;
    }
    if (asked.keepsVersions()) {
      unfound = late;
    }
    if (asked.looksForObject() && unfound > 0) {
      unfound--;
      return Answer.NO_KEY;
    }
    if (asked.writesOnCondition() && conflicts > 0) {
      conflicts--;
      return Answer.CONFLICT;
    }
    return Answer.PASSED;
  }

  private void serve(Socket client) throws IOException {
    String head = Intermediary.head(client.getInputStream());
    Asked asked = Asked.of(head);
    Answer answer = answer(asked);
    if (answer != Answer.PASSED) {
      Intermediary.refuse(client, head, answer.status, answer.code);
    } else if (asked.method.equals("HEAD") && isDenied(head)) {
      Intermediary.refuse(client, head, 403, "AccessDenied");
    } else {
      URI to = behind.endpoint();
      intermediary.connect(client, to.getHost(), to.getPort(), Intermediary.only(head));
    }
  }

  private boolean isDenied(String head) throws IOException {
    synchronized (this) {
      if (!denying) {
        return false;
      }
    }
    URI to = behind.endpoint();
    try (Socket server = new Socket(to.getHost(), to.getPort())) {
      Intermediary.send(server, Intermediary.only(head));
      return Intermediary.head(server.getInputStream()).startsWith("HTTP/1.1 404");
    }
  }

  @Override
  public void close() throws IOException {
    intermediary.close();
  }
}
