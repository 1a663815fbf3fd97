package io.windlass.store.gcs.client;

import com.google.api.client.googleapis.batch.BatchRequest;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpContent;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpResponse;
import com.google.api.client.http.json.JsonHttpContent;
import com.google.api.client.json.GenericJson;
import com.google.api.client.json.JsonObjectParser;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.storage.Storage;
import com.google.api.services.storage.StorageRequest;
import io.windlass.http.HttpAttempts;
import io.windlass.http.HttpDate;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Google's client of the JSON API for one project, with every wait bounded, and a sender for
 * requests that the client has no method for. The HTTP client's threads end when nobody refers to
 * it.
 */
public final class GcsService {
  /** How long it is believed that a bucket keeps versions, or does not. */
  public static final Duration VERSIONS_KNOWN_FOR = Duration.ofSeconds(30);

  /** A bucket keeps its namespace; another bucket of the same name may have another. */
  private static final Duration HIERARCHY_KNOWN_FOR = Duration.ofHours(1);

  /** Bytes that even a slow network moves in a second. */
  private static final long SLOW_NETWORK = 512 << 10;

  private static final int UNAUTHORIZED = 401;
  private static final String BEARER = "Bearer ";

  /** "objects/rewrite": a call that cannot copy all copies about this much, in bytes. */
  public static final Duration REWRITE = Duration.ofSeconds(30);

  private final GcsConnection connection;
  private final HttpAttempts attempts;
  private final GcsTransport transport;
  private final GcsAuthorization credentials;
  private final Storage storage;
  private final GcsBucketFact versioning = new GcsBucketFact(VERSIONS_KNOWN_FOR);
  private final GcsBucketFact hierarchy = new GcsBucketFact(HIERARCHY_KNOWN_FOR);

  /**
   * An answer.
   *
   * @param at the service's clock when it answered
   */
  public record Answered<T>(T resource, Instant at) {}

  /** A request of Google's client, which may fail to be made. */
  public interface Making<R> {
    R make(Storage storage) throws IOException;
  }

  /** Makes the clients of an identity; nothing is sent. */
  public GcsService(
      GcsConnection connection, Optional<SecretDirectory> credentials, HttpAttempts attempts) {
    this(
        connection,
        attempts,
        transport -> new GcsCredentials(credentials, transport, connection.http().callTimeout()));
  }

  /**
   * Makes the clients of a token; nothing is sent.
   *
   * @param token asked for each request, and so may change
   */
  public static GcsService withToken(
      GcsConnection connection, Supplier<Secret> token, HttpAttempts attempts) {
    return new GcsService(connection, attempts, _ -> new GivenToken(token));
  }

  /** Makes the clients of what authorises requests; nothing is sent. */
  GcsService(
      GcsConnection connection,
      HttpAttempts attempts,
      Function<GcsTransport, GcsAuthorization> authorization) {
    this.connection = connection;
    this.attempts = attempts;
    this.transport = new GcsTransport(connection.http(), attempts);
    this.credentials = authorization.apply(transport);
    this.storage =
        new Storage.Builder(transport, GsonFactory.getDefaultInstance(), this::initialize)
            .setRootUrl(connection.root())
            .setApplicationName("windlass")
            .setSuppressAllChecks(true)
            .build();
  }

  /** Returns the transport, for requests that are signed with other keys than the driver's. */
  public GcsTransport transport() {
    return transport;
  }

  /** Returns a token of the identity, as it is or, if that was refused, another one. */
  public Secret token(Optional<Secret> refused) {
    Map<String, List<String>> headers =
        refused
            .map(token -> credentials.renewed(BEARER + token.reveal()))
            .orElseGet(credentials::headers);
    return Secret.of(GcsCredentials.authorization(headers).substring(BEARER.length()));
  }

  /** Returns when {@link #token} ends; empty if that is not known, or another replaced it. */
  public Optional<Instant> expires(Secret token) {
    return credentials.expires(token);
  }

  /** Returns where the service is, and in which time it answers. */
  public GcsConnection connection() {
    return connection;
  }

  /** Returns the pauses between attempts. */
  public HttpAttempts attempts() {
    return attempts;
  }

  /** Returns the cache of which buckets keep versions. */
  public GcsBucketFact versioning() {
    return versioning;
  }

  /** Returns the cache of which buckets have a hierarchical namespace. */
  public GcsBucketFact hierarchy() {
    return hierarchy;
  }

  /** Forgets a bucket that this process changed, created or deleted. */
  public void forget(String bucket) {
    versioning.forget(bucket);
    hierarchy.forget(bucket);
  }

  /** Returns the client, for batches. */
  public Storage storage() {
    return storage;
  }

  /** An empty batch of requests of {@link #storage()}. */
  public BatchRequest batch() {
    return storage.batch(this::initialize);
  }

  private void initialize(HttpRequest request) {
    request
        .setNumberOfRetries(1) // after 401 alone; all else is repeated by the transport
        .setUnsuccessfulResponseHandler(this::takesAnotherToken)
        .setFollowRedirects(false)
        .setLoggingEnabled(false)
        .setReadTimeout(Math.toIntExact(connection.http().attemptTimeout().toMillis()));
    credentials.headers().forEach((name, values) -> request.getHeaders().set(name, values));
  }

  /** Replaces a token that expired early, once for each request. */
  private boolean takesAnotherToken(HttpRequest request, HttpResponse answer, boolean repeats) {
    if (!repeats || answer.getStatusCode() != UNAUTHORIZED) {
      return false;
    }
    String refused = Optional.ofNullable(request.getHeaders().getAuthorization()).orElse("");
    credentials.renewed(refused).forEach((name, values) -> request.getHeaders().set(name, values));
    return true;
  }

  /** Sends a request of the client. */
  public <T> Answered<T> call(Making<? extends StorageRequest<T>> making) {
    return call(Duration.ZERO, making);
  }

  /**
   * Sends a request that takes longer.
   *
   * @param more time beyond the usual
   */
  public <T> Answered<T> call(Duration more, Making<? extends StorageRequest<T>> making) {
    try {
      StorageRequest<T> request = making.make(storage);
      return answered(request.buildHttpRequest(), more, request.getResponseClass());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request whose answer has no body. */
  public void run(Making<? extends StorageRequest<?>> making) {
    try {
      HttpResponse answer = making.make(storage).buildHttpRequest().execute();
      boolean page =
          Optional.ofNullable(answer.getContentType())
              .filter(is -> is.contains("html"))
              .isPresent();
      answer.disconnect();
      if (page) {
        throw new IOException("a page for browsers answers, and not the service");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends a request to another API of Google's.
   *
   * @param body what to send as JSON
   */
  public GenericJson send(String method, URI url, Optional<Object> body) {
    try {
      GsonFactory json = GsonFactory.getDefaultInstance();
      Optional<HttpContent> content = body.map(each -> new JsonHttpContent(json, each));
      HttpRequest request =
          storage
              .getRequestFactory()
              .buildRequest(method, new GenericUrl(url), content.orElse(null));
      request.setParser(new JsonObjectParser(json));
      return answered(request, Duration.ZERO, GenericJson.class).resource();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends content to a path of the API. */
  public <T> Answered<T> upload(
      String path, Map<String, String> query, GcsBody body, Class<T> type) {
    GenericUrl url = new GenericUrl(URI.create(connection.root() + "upload/storage/v1/" + path));
    url.putAll(query);
    try {
      HttpRequest request = storage.getRequestFactory().buildPostRequest(url, body);
      request.setParser(new JsonObjectParser(GsonFactory.getDefaultInstance()));
      return answered(request, forSending(body.getLength()), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> Answered<T> answered(HttpRequest request, Duration more, Class<T> type)
      throws IOException {
    long millis = connection.http().attemptTimeout().plus(more).toMillis();
    request.setReadTimeout((int) Math.min(millis, Integer.MAX_VALUE));
    HttpResponse answer = request.execute();
    try {
      Instant at = date(Optional.ofNullable(answer.getHeaders().getDate()));
      T resource =
          Optional.ofNullable(answer.parseAs(type))
              .orElseThrow(() -> new IOException("the answer has no body"));
      return new Answered<>(resource, at);
    } finally {
      answer.disconnect();
    }
  }

  /** Opens a URL of the XML API, whose path and query are encoded. */
  public GcsTransport.Received open(String pathAndQuery, Map<String, String> headers) {
    URI url = URI.create(connection.root() + pathAndQuery);
    Map<String, List<String>> authorization = credentials.headers();
    GcsTransport.Received answer = open(url, headers, authorization);
    if (answer.status() != UNAUTHORIZED) {
      return answer;
    }
    answer.close();
    return open(url, headers, credentials.renewed(GcsCredentials.authorization(authorization)));
  }

  private GcsTransport.Received open(
      URI url, Map<String, String> headers, Map<String, List<String>> authorization) {
    try {
      return transport.send(
          () -> {
            java.net.http.HttpRequest.Builder request =
                java.net.http.HttpRequest.newBuilder(url).GET();
            headers.forEach(request::header);
            authorization.forEach(
                (name, values) -> values.forEach(value -> request.header(name, value)));
            return request;
          },
          Duration.ZERO,
          false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how much more time a request may take that sends so many bytes. */
  public static Duration forSending(long bytes) {
    return Duration.ofSeconds(bytes / SLOW_NETWORK);
  }

  /** Returns the time in the header of an answer; the local time if there is none. */
  public static Instant date(Optional<String> header) {
    return header.flatMap(HttpDate::read).orElseGet(Instant::now);
  }
}
