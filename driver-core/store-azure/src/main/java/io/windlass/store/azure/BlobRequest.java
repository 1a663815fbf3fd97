package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.common.Utility;
import io.windlass.store.Condition;
import io.windlass.store.DriverException;
import io.windlass.store.Revision;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request about one blob or directory, signed and sent by the SDK's pipeline, on the thread of
 * the caller. The SDK's own methods hold a body whole, or hand it from thread to thread, and know
 * no deadline.
 */
final class BlobRequest {
  private final AzureContainer container;
  private final HttpMethod method;
  private final String key;
  private final String base;
  private final Map<String, String> query = new TreeMap<>();
  private final HttpHeaders headers = newHeaders();
  private Duration moreTime = Duration.ZERO;

  /** Throws {@link DriverException.InvalidKey} for what is no name of a blob. */
  BlobRequest(AzureContainer container, HttpMethod method, String key) {
    this(container, method, key, container.url(key));
  }

  private BlobRequest(AzureContainer container, HttpMethod method, String key, String base) {
    this.container = container;
    this.method = method;
    this.key = key;
    this.base = base;
  }

  /** A request to the endpoint for directories. */
  static BlobRequest ofDirectories(AzureContainer container, HttpMethod method, String path) {
    return new BlobRequest(container, method, path, container.directoriesUrl(path));
  }

  /** What all requests have. */
  static HttpHeaders newHeaders() {
    return new HttpHeaders()
        .set(HttpHeaderName.fromString("x-ms-version"), AzureClients.VERSION.getVersion())
        // The SDK signs the word "null" where there is none.
        .set(HttpHeaderName.CONTENT_LENGTH, "0");
  }

  /** Asks for a part of the blob's resource, or for another operation on it. */
  BlobRequest query(String name, String value) {
    query.put(name, value);
    return this;
  }

  BlobRequest header(String name, String value) {
    headers.set(HttpHeaderName.fromString(name), value);
    return this;
  }

  BlobRequest headers(Map<String, String> more) {
    more.forEach(this::header);
    return this;
  }

  /** Only if this holds of the blob. */
  BlobRequest condition(Condition condition) {
    switch (condition) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ -> header("If-None-Match", "*");
      case Condition.IfMatch(Revision revision) -> header("If-Match", quoted(revision));
    }
    return this;
  }

  /** The blob in this state. */
  BlobRequest version(AzureVersion version) {
    return switch (version) {
      case AzureVersion.Current _ -> this;
      case AzureVersion.Kept(String id) -> query("versionid", id);
      case AzureVersion.Unkept(Revision revision) -> condition(Condition.ifMatch(revision));
    };
  }

  /** A revision as headers have it. */
  static String quoted(Revision revision) {
    return "\"" + revision.token().replace("\"", "") + "\"";
  }

  /** Beyond what an attempt has usually. */
  BlobRequest moreTime(Duration more) {
    moreTime = more;
    return this;
  }

  private String url() {
    StringBuilder url = new StringBuilder(base);
    char separator = '?';
    for (Map.Entry<String, String> parameter : query.entrySet()) {
      url.append(separator)
          .append(parameter.getKey())
          .append('=')
          .append(Utility.urlEncode(parameter.getValue()));
      separator = '&';
    }
    return url.toString();
  }

  /** Sends it with nothing in it; the answer has been read. */
  HttpHeaders send(String operation) {
    return answered(operation, new HttpRequest(method, url()).setHeaders(headers));
  }

  /** Sends it with this in it. */
  HttpHeaders send(String operation, byte[] body) {
    header("Content-Length", Integer.toString(body.length));
    return answered(
        operation,
        new HttpRequest(method, url()).setHeaders(headers).setBody(BinaryData.fromBytes(body)));
  }

  /** Sends it with this in it. */
  HttpHeaders send(String operation, AzureBody body) {
    if (body.length() == 0) {
      return send(operation);
    }
    header("Content-Length", Long.toString(body.length()));
    moreTime(AzureClients.forSending(body.length()));
    return body.send(() ->
        answered(
            operation, new HttpRequest(method, url()).setHeaders(headers).setBody(body.request())));
  }

  /** Sends it; the body of the answer is to be read, and closed, by the caller. */
  HttpResponse open(String operation) {
    return open(operation, new HttpRequest(method, url()).setHeaders(headers));
  }

  private HttpHeaders answered(String operation, HttpRequest request) {
    try (HttpResponse answer = open(operation, request)) {
      return answer.getHeaders();
    }
  }

  private HttpResponse open(String operation, HttpRequest request) {
    return exchange(container, operation, container.target(key), request, moreTime);
  }

  /** Sends a request; whatever is no success comes out as a {@link DriverException}. */
  static HttpResponse exchange(
      AzureContainer container,
      String operation,
      String target,
      HttpRequest request,
      Duration moreTime) {
    Context context = new Context(AzureAttempts.MORE_TIME, moreTime);
    HttpResponse answer =
        container
            .errors()
            .call(
                operation, target, () -> container.clients().pipeline().sendSync(request, context));
    if (answer.getStatusCode() >= 300) {
      answer.close();
      throw container.errors().of(AzureErrors.failure(answer), operation, target, null);
    }
    return answer;
  }
}
