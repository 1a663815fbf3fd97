package io.windlass.store.azure.client;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request about a blob, a directory or a container, sent over the JDK's client without the SDK:
 * the SDK's pipeline can cost more than the request, and its methods hold a body whole, hand it
 * from thread to thread, and know no deadline.
 */
public final class BlobRequest {
  private static final String LENGTH = "content-length";

  private final AzureContainer container;
  private final HttpMethod method;
  private final String target;
  private final String base;
  private final SortedMap<String, String> query = new TreeMap<>();
  private final SortedMap<String, String> headers = new TreeMap<>(SharedKey.HEADER_ORDER);
  private Duration moreTime = Duration.ZERO;

  /** Throws {@link DriverException.InvalidKey} for what is no name of a blob. */
  public BlobRequest(AzureContainer container, HttpMethod method, String key) {
    this(container, method, container.target(key), container.url(key));
  }

  private BlobRequest(AzureContainer container, HttpMethod method, String target, String base) {
    this.container = container;
    this.method = method;
    this.target = target;
    this.base = base;
  }

  /** A request to the endpoint for directories. */
  public static BlobRequest ofDirectories(
      AzureContainer container, HttpMethod method, String path) {
    return new BlobRequest(
        container, method, container.target(path), container.directoriesUrl(path));
  }

  /** A request about the container itself. */
  public static BlobRequest ofContainer(AzureContainer container, HttpMethod method) {
    return new BlobRequest(container, method, container.name(), container.url());
  }

  /** A request about the container itself, to the endpoint for directories. */
  static BlobRequest ofFilesystem(AzureContainer container, HttpMethod method) {
    return new BlobRequest(
        container, method, container.name(), container.directoriesUrl() + "/" + container.name());
  }

  /** A request about the account of a container. */
  static BlobRequest ofAccount(AzureContainer container, HttpMethod method) {
    return new BlobRequest(container, method, container.name(), container.accountUrl() + "/");
  }

  /**
   * Asks for a part of the blob's resource, or for another operation on it.
   *
   * @param value not encoded
   */
  public BlobRequest query(String name, String value) {
    query.put(name, value);
    return this;
  }

  /**
   * Sets a header.
   *
   * @param name in lower case
   */
  public BlobRequest header(String name, String value) {
    headers.put(name, value.strip());
    return this;
  }

  /** Sets headers, in place of those of the same names. */
  public BlobRequest headers(Map<String, String> more) {
    more.forEach(this::header);
    return this;
  }

  /** Only if this holds of the blob. */
  public BlobRequest condition(Condition condition) {
    switch (condition) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ -> header("if-none-match", "*");
      case Condition.IfMatch(Revision revision) -> header("if-match", quoted(revision));
    }
    return this;
  }

  /** The blob in this state. */
  public BlobRequest version(AzureVersion version) {
    return switch (version) {
      case AzureVersion.Current _ -> this;
      case AzureVersion.Kept(String id) -> query("versionid", id);
      case AzureVersion.Unkept(Revision revision) -> condition(Condition.ifMatch(revision));
    };
  }

  /** The version in this state, where the service takes no condition. */
  public BlobRequest kept(AzureVersion version) {
    return switch (version) {
      case AzureVersion.Current _, AzureVersion.Unkept _ -> this;
      case AzureVersion.Kept(String id) -> query("versionid", id);
    };
  }

  /** A revision as headers have it. */
  public static String quoted(Revision revision) {
    return "\"" + revision.token().replace("\"", "") + "\"";
  }

  /** Beyond what an attempt has usually. */
  public BlobRequest moreTime(Duration more) {
    moreTime = more;
    return this;
  }

  /** Sends it with nothing in it; the answer has been read. */
  public HttpHeaders send(String operation) {
    return answered(operation, BodyPublishers.noBody());
  }

  /** Sends it with this in it. */
  public HttpHeaders send(String operation, byte[] body) {
    header(LENGTH, Integer.toString(body.length));
    return answered(operation, BodyPublishers.ofByteArray(body));
  }

  /** Sends it with this in it, and with its checksum, which the service compares. */
  public HttpHeaders send(String operation, AzureBody body) {
    if (body.length() == 0) {
      return send(operation);
    }
    header(LENGTH, Long.toString(body.length()));
    moreTime(AzureClients.forSending(body.length()));
    return body.send((md5, publisher) -> header("content-md5", md5).answered(operation, publisher));
  }

  private HttpHeaders answered(String operation, BodyPublisher body) {
    try (HttpAnswer answer = open(operation, body)) {
      return answer.headers();
    }
  }

  /** Sends it; the body of the answer is to be read, and closed, by the caller. */
  public HttpAnswer open(String operation) {
    return open(operation, BodyPublishers.noBody());
  }

  /** Sends it; returns the body of the answer, which is a list. */
  public byte[] read(String operation) {
    return whole(operation, BodyPublishers.noBody());
  }

  /** Sends it with this in it; returns the body of the answer. */
  public byte[] read(String operation, byte[] body) {
    header(LENGTH, Integer.toString(body.length));
    return whole(operation, BodyPublishers.ofByteArray(body));
  }

  private byte[] whole(String operation, BodyPublisher body) {
    try (HttpAnswer answer = open(operation, body)) {
      return container.errors().call(operation, target, answer::whole);
    }
  }

  /** Returns the request, signed, as a part of a batch, which states the version for all. */
  public HttpRequest part() {
    return container
        .errors()
        .call(
            "sign",
            target,
            () -> signed().method(method.toString(), BodyPublishers.noBody()).build());
  }

  /** Whatever is no success comes out as a {@link DriverException}. */
  private HttpAnswer open(String operation, BodyPublisher body) {
    VersionInUse version = container.clients().versionInUse();
    ServiceVersion first = version.now();
    HttpAnswer answer = sent(operation, body, first);
    if (version.isToBeRepeated(first, answer.status(), AzureErrors.code(answer))) {
      answer.close();
      answer = sent(operation, body, version.now());
    }
    if (answer.status() >= 300 || isPage(answer)) {
      answer.close();
      throw container.errors().of(AzureErrors.failure(answer), operation, target, null);
    }
    return answer;
  }

  private HttpAnswer sent(String operation, BodyPublisher body, ServiceVersion version) {
    header(VersionInUse.HEADER, version.date());
    return container
        .errors()
        .call(
            operation,
            target,
            () ->
                container
                    .clients()
                    .http()
                    .send(signed().method(method.toString(), body), moreTime));
  }

  /** Returns whether something in front of the service answers with a page for browsers. */
  private static boolean isPage(HttpAnswer answer) {
    return answer.headers().firstValue("x-ms-request-id").isEmpty()
        && answer
            .headers()
            .firstValue("content-type")
            .filter(is -> is.contains("html"))
            .isPresent();
  }

  private HttpRequest.Builder signed() {
    return container.clients().signer().sign(method.toString(), base, query, headers);
  }
}
