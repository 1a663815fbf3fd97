package io.windlass.store.gcs.object;

import com.google.api.client.http.HttpHeaders;
import com.google.api.client.http.HttpResponseException;
import com.google.api.services.storage.model.Objects;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsBody;
import io.windlass.store.gcs.client.GcsChecksum;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsSigner;
import io.windlass.store.gcs.client.GcsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects over the XML API with an HMAC key, which the JSON API does not accept. The differences:
 * lists show no metadata; metadata are replaced by a copy of the object onto itself, so the object
 * gets another generation; and it is not known whether the bucket keeps versions, because a key may
 * not read the bucket's settings.
 *
 * @param key read for every request, and so may change
 */
public record GcsXmlApi(GcsTransport transport, URI root, Supplier<GcsSigner> key, String bucket)
    implements GcsObjectApi {
  private static final String GENERATION_MATCH = "x-goog-if-generation-match";

  /** Deletes at the same time: the XML API has no batches. */
  private static final int DELETES_AT_ONCE = 16;

  private static final int RANGE_NOT_SATISFIABLE = 416;

  /** Returns the path of an object, without a slash at its start. */
  static String path(String bucket, Named object) {
    String path = GcsKeys.encoded(bucket) + "/" + GcsKeys.encodedPath(object.name());
    return object.generation() == null ? path : path + "?generation=" + object.generation();
  }

  @Override
  public GcsObjectApi at(String other) {
    return new GcsXmlApi(transport, root, key, other);
  }

  @Override
  public boolean keepsVersions() {
    return false;
  }

  @Override
  public boolean listsVersions() {
    return false;
  }

  /**
   * Reads one byte instead of sending a HEAD, whose answer does not say whether object or bucket
   * are missing. An empty object has no byte to read.
   */
  @Override
  public GcsService.Answered<StorageObject> look(Named object, @Nullable Long ifGeneration) {
    Map<String, String> headers = conditions(ifGeneration);
    headers.put("Range", "bytes=0-0");
    GcsTransport.Received answer = open(object, headers);
    close(answer);
    if (answer.status() == RANGE_NOT_SATISFIABLE) {
      Map<String, String> again = conditions(ifGeneration);
      again.put("Accept-Encoding", "gzip");
      answer = send("HEAD", path(bucket, object), again, BodyPublishers::noBody, Duration.ZERO);
    }
    return GcsHeaders.object(object.name(), accepted(answer).headers());
  }

  /** Reads compressed objects as they were written, without decompression. */
  @Override
  public GcsTransport.Received open(Named object, Map<String, String> headers) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put("Accept-Encoding", "gzip");
    return sent("GET", path(bucket, object), all, BodyPublishers::noBody, Duration.ZERO, false);
  }

  @Override
  public GcsService.Answered<StorageObject> insert(
      StorageObject object, GcsBody body, OptionalLong ifGeneration) {
    Map<String, String> headers = GcsHeaders.of(object);
    headers.put("Content-Type", body.getType());
    ifGeneration.ifPresent(number -> headers.put(GENERATION_MATCH, Long.toString(number)));
    Optional.ofNullable(object.getCrc32c())
        .ifPresent(sum -> headers.put("x-goog-hash", "crc32c=" + sum));
    try {
      return body.sent(() -> {
        GcsTransport.Received answer =
            send(
                "PUT",
                path(bucket, Named.live(object.getName())),
                headers,
                body::publisher,
                GcsService.forSending(body.getLength()));
        return made(
            GcsObjects.copyOf(object).setSize(BigInteger.valueOf(body.getLength())), answer);
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** "xml-api/put-object-copy". */
  @Override
  public GcsService.Answered<StorageObject> copy(
      Copied source, String name, @Nullable Long ifGeneration) {
    StorageObject seen = source.seen();
    Map<String, String> headers = conditions(ifGeneration);
    String from = Long.toString(seen.getGeneration());
    headers.put(
        "x-goog-copy-source", "/" + path(source.bucket(), Named.live(source.object().name())));
    headers.put("x-goog-copy-source-generation", from);
    headers.put("x-goog-copy-source-if-generation-match", from);
    headers.putAll(GcsHeaders.of(source.described()));
    headers.put("x-goog-metadata-directive", "REPLACE");
    GcsTransport.Received answer =
        send(
            "PUT",
            path(bucket, Named.live(name)),
            headers,
            BodyPublishers::noBody,
            GcsService.REWRITE);
    StorageObject copy = GcsObjects.copyOf(source.described());
    return made(copy.setName(name).setSize(seen.getSize()).setCrc32c(seen.getCrc32c()), answer);
  }

  /** "xml-api/put-object-compose". */
  @Override
  public GcsService.Answered<StorageObject> compose(
      List<String> names, StorageObject object, @Nullable Long ifGeneration) {
    Map<String, String> headers = GcsHeaders.of(object);
    headers.putAll(conditions(ifGeneration));
    byte[] request = GcsXml.composeRequest(names).getBytes(StandardCharsets.UTF_8);
    GcsTransport.Received answer =
        send(
            "PUT",
            path(bucket, Named.live(object.getName())) + "?compose",
            headers,
            () -> BodyPublishers.ofByteArray(request),
            GcsService.REWRITE);
    return made(GcsObjects.copyOf(object), answer);
  }

  @Override
  public GcsService.Answered<StorageObject> describe(
      StorageObject seen, Map<String, String> metadata) {
    StorageObject described = GcsObjects.description(seen).setMetadata(metadata);
    Copied itself = new Copied(bucket, Named.live(seen.getName()), seen, described);
    return copy(itself, seen.getName(), seen.getGeneration());
  }

  @Override
  public void delete(Named object, @Nullable Long ifGeneration) {
    GcsTransport.Received _ =
        send(
            "DELETE",
            path(bucket, object),
            conditions(ifGeneration),
            BodyPublishers::noBody,
            Duration.ZERO);
  }

  @Override
  public Map<Named, Failure> deleteAll(List<Named> objects) {
    Map<Named, Failure> failures = new ConcurrentHashMap<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(DELETES_AT_ONCE, Thread.ofVirtual().factory())) {
      for (Named object : objects) {
        threads.execute(
            Deadline.carried(() -> {
              try {
                delete(object, null);
              } catch (RuntimeException e) {
                Failure failure = GcsErrors.failure(e);
                if (failure.meaning() != Meaning.NOT_FOUND) {
                  failures.put(object, failure);
                }
              }
            }));
      }
    }
    return failures;
  }

  /** The XML API has no requests about folders. */
  @Override
  public Optional<GcsFolderApi> folders() {
    return Optional.empty();
  }

  /**
   * "xml-api/get-bucket-list", version 2. Names are encoded, because XML cannot express all
   * characters.
   */
  @Override
  public Objects list(Listing wanted) {
    Map<String, String> query = new TreeMap<>();
    query.put("list-type", "2");
    query.put("encoding-type", "url");
    query.put("max-keys", Integer.toString(wanted.most()));
    query.put("prefix", wanted.prefix());
    wanted.delimiter().ifPresent(text -> query.put("delimiter", text));
    wanted.from().ifPresent(text -> query.put("start-after", text));
    wanted.token().ifPresent(text -> query.put("continuation-token", text));
    StringBuilder path = new StringBuilder(GcsKeys.encoded(bucket)).append('?');
    query.forEach(
        (name, value) -> path.append(name).append('=').append(GcsKeys.encoded(value)).append('&'));
    path.setLength(path.length() - 1);
    return GcsXml.list(
        send("GET", path.toString(), Map.of(), BodyPublishers::noBody, Duration.ZERO).body());
  }

  private static Map<String, String> conditions(@Nullable Long ifGeneration) {
    Map<String, String> headers = new TreeMap<>();
    if (ifGeneration != null) {
      headers.put(GENERATION_MATCH, Long.toString(ifGeneration));
    }
    return headers;
  }

  /** Returns the description of a written object: the answer states its generation and time. */
  private static GcsService.Answered<StorageObject> made(
      StorageObject object, GcsTransport.Received answer) {
    Instant at = GcsService.date(answer.headers().firstValue("Date"));
    object
        .setGeneration(GcsHeaders.number(answer.headers(), GcsHeaders.GENERATION))
        .setMetageneration(1L)
        .setUpdated(GcsHeaders.time(at));
    GcsChecksum.stated(answer.headers().allValues("x-goog-hash")).ifPresent(object::setCrc32c);
    return new GcsService.Answered<>(object, at);
  }

  /** Sends a request, and reads its answer. */
  private GcsTransport.Received send(
      String method,
      String path,
      Map<String, String> headers,
      Supplier<BodyPublisher> body,
      Duration more) {
    return accepted(sent(method, path, headers, body, more, true));
  }

  private GcsTransport.Received sent(
      String method,
      String path,
      Map<String, String> headers,
      Supplier<BodyPublisher> body,
      Duration more,
      boolean whole) {
    URI url = URI.create(root + path);
    try {
      return transport.send(
          () -> key.get().signed(method, url, headers, Instant.now()).method(method, body.get()),
          more,
          whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the answer; throws the exception of the JSON API's client for an error. */
  private static GcsTransport.Received accepted(GcsTransport.Received answer) {
    if (answer.status() < 300) {
      return answer;
    }
    try (var body = answer.body()) {
      String text = new String(body.readNBytes(64 << 10), StandardCharsets.UTF_8);
      throw new UncheckedIOException(
          new HttpResponseException.Builder(answer.status(), "", new HttpHeaders())
              .setContent(text)
              .build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(GcsTransport.Received answer) {
    if (answer.status() < 300) {
      answer.close();
    }
  }
}
