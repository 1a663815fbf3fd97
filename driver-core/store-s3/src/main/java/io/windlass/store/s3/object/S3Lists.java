package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.Page;
import io.windlass.store.Upload;
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Requests.Request;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;

/**
 * Listings of one bucket, page by page. Keys are requested URL-encoded: plain XML cannot express a
 * control character, and one such key would make the whole page unreadable.
 */
final class S3Lists {
  /**
   * Order by key; for each key, the version that a plain get finds comes first, then the newest.
   */
  private static final Comparator<ListedVersion> VERSION_ORDER =
      Comparator.comparing(ListedVersion::key, S3Keys.BYTE_ORDER)
          .thenComparing(ListedVersion::latest, Comparator.reverseOrder())
          .thenComparing(ListedVersion::lastModified, Comparator.reverseOrder());

  /** Id of versions that were written while the bucket kept no versions. */
  private static final String UNKEPT = "null";

  private final S3Bucket bucket;

  S3Lists(S3Bucket bucket) {
    this.bucket = bucket;
  }

  Page<ListedEntry> objects(ListOptions options, Optional<String> token) {
    Page<ListedEntry> page =
        bucket.errors().call("list", bucket.name(), () -> leadingOn(page(options, token), token));
    bucket
        .errors()
        .requireBelow(
            options.prefix(), page.items().stream().map(ListedEntry::key), "list", bucket.name());
    page.items().forEach(entry -> bucket.oddKeys().listed(entry.key()));
    return page;
  }

  private Page<ListedEntry> page(ListOptions options, Optional<String> token) {
    // Only MinIO tells the metadata of what it lists.
    boolean metadata = options.metadata() && bucket.clients().requests().answeredByMinio();
    try {
      return page(options, token, metadata);
    } catch (SdkClientException e) {
      if (!metadata || Failure.cause(e, XMLStreamException.class).isEmpty()) {
        throw e;
      }
      // Names of metadata are names of elements, which XML may not have.
      return page(options, token, false);
    }
  }

  private Page<ListedEntry> page(ListOptions options, Optional<String> token, boolean metadata) {
    Map<String, String> query = new HashMap<>();
    query.put("list-type", "2");
    query.put("encoding-type", "url");
    query.put("max-keys", Integer.toString(options.limit()));
    if (!options.prefix().isEmpty()) {
      query.put("prefix", options.prefix());
    }
    options.delimiter().ifPresent(by -> query.put("delimiter", by));
    options.startAfter().ifPresent(key -> query.put("start-after", key));
    token.ifPresent(next -> query.put("continuation-token", next));
    if (metadata) {
      query.put("metadata", "true");
    }
    return bucket
        .clients()
        .requests()
        .send(
            new Request(
                SdkHttpMethod.GET,
                Optional.of(bucket.name()),
                "",
                query,
                Map.of(),
                Optional.empty()),
            S3Lists::read);
  }

  private static Page<ListedEntry> read(S3Answer answer) throws IOException {
    try (InputStream body = answer.page()) {
      return ListedPage.read(body);
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException broken) {
        throw broken;
      }
      throw S3Answers.noAnswer("it is no listing", e);
    }
  }

  /**
   * Lists with encoded keys, as XML cannot say all. SeaweedFS encodes keys and not the prefix that
   * it repeats, so the SDK fails to decode one with a percent sign.
   */
  private static <R, T> T decoded(R encoded, R plain, Function<R, T> list) {
    try {
      return list.apply(encoded);
    } catch (IllegalArgumentException e) {
      return list.apply(plain);
    }
  }

  Page<ListedVersion> versions(String prefix, Optional<String> token) {
    ListObjectVersionsRequest.Builder request =
        ListObjectVersionsRequest.builder().bucket(bucket.name()).prefix(prefix);
    token
        .map(Markers::parse)
        .ifPresent(markers -> request.keyMarker(markers.key).versionIdMarker(markers.id));
    ListObjectVersionsRequest plain = request.build();
    ListObjectVersionsRequest encoded = request.encodingType(EncodingType.URL).build();
    Page<ListedVersion> page =
        bucket
            .errors()
            .call(
                "list versions",
                bucket.name(),
                () ->
                    leadingOn(
                        listed(decoded(encoded, plain, bucket.client()::listObjectVersions)),
                        token));
    bucket
        .errors()
        .requireBelow(
            prefix, page.items().stream().map(ListedVersion::key), "list versions", bucket.name());
    page.items().forEach(version -> bucket.oddKeys().listed(version.key()));
    return page;
  }

  private static Page<ListedVersion> listed(ListObjectVersionsResponse answer) {
    List<ListedVersion> versions = new ArrayList<>();
    answer
        .versions()
        .forEach(found ->
            versions.add(
                new ListedVersion(
                    found.key(),
                    found.versionId(),
                    found.size(),
                    new Revision(S3Answers.text(found.eTag())),
                    found.lastModified(),
                    !UNKEPT.equals(found.versionId()),
                    found.isLatest(),
                    false)));
    answer
        .deleteMarkers()
        .forEach(found ->
            versions.add(
                new ListedVersion(
                    found.key(),
                    found.versionId(),
                    0,
                    Revision.NONE,
                    found.lastModified(),
                    !UNKEPT.equals(found.versionId()),
                    found.isLatest(),
                    true)));
    versions.sort(VERSION_ORDER);
    return new Page<>(
        versions, next(answer.isTruncated(), answer.nextKeyMarker(), answer.nextVersionIdMarker()));
  }

  /**
   * Lists the uploads below a prefix. MinIO takes a prefix for a whole key, so this lists all
   * uploads of the bucket and filters them. MinIO answers that from memory: it lists only uploads
   * that were started since the server was, by clients that received the answer; and it still lists
   * those that are over, if their client did not receive the answer to that.
   */
  Page<Upload> uploads(String prefix, Optional<String> token) {
    return uploads(
        ListMultipartUploadsRequest.builder(), upload -> upload.key().startsWith(prefix), token);
  }

  /** Returns the uploads of exactly this key. MinIO answers this listing from disk. */
  List<Upload> uploadsOf(String key) {
    List<Upload> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<Upload> page =
          uploads(
              ListMultipartUploadsRequest.builder().prefix(key),
              upload -> upload.key().equals(key),
              token);
      found.addAll(page.items());
      token = page.next();
      Deadline.progress();
    } while (token.isPresent());
    return found;
  }

  private Page<Upload> uploads(
      ListMultipartUploadsRequest.Builder request,
      Predicate<Upload> wanted,
      Optional<String> token) {
    token
        .map(Markers::parse)
        .ifPresent(markers -> request.keyMarker(markers.key).uploadIdMarker(markers.id));
    ListMultipartUploadsRequest plain = request.bucket(bucket.name()).build();
    ListMultipartUploadsRequest encoded = request.encodingType(EncodingType.URL).build();
    try {
      return bucket
          .errors()
          .call(
              "list uploads",
              bucket.name(),
              () ->
                  leadingOn(
                      listed(
                          decoded(encoded, plain, bucket.client()::listMultipartUploads), wanted),
                      token));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return new Page<>(List.of(), Optional.empty()); // NoSuchUpload: so rclone says of no upload
    }
  }

  private static Page<Upload> listed(
      ListMultipartUploadsResponse answer, Predicate<Upload> wanted) {
    List<Upload> uploads =
        answer.uploads().stream()
            .map(found ->
                new Upload(found.key(), found.uploadId(), Optional.ofNullable(found.initiated())))
            .filter(wanted)
            .sorted(Comparator.comparing(Upload::key, S3Keys.BYTE_ORDER))
            .toList();
    return new Page<>(
        uploads, next(answer.isTruncated(), answer.nextKeyMarker(), answer.nextUploadIdMarker()));
  }

  private static Optional<String> next(
      @Nullable Boolean truncated, @Nullable String key, @Nullable String id) {
    if (!Boolean.TRUE.equals(truncated)) {
      return Optional.empty();
    }
    if (S3Answers.text(key).isEmpty()) {
      throw S3Answers.noAnswer("it is cut, and does not say where the next one begins");
    }
    return Optional.of(Markers.text(key, id));
  }

  /**
   * Checks that a page leads on. One that leads to itself would be asked for without end.
   *
   * @param token by which it was asked for
   */
  private static <T> Page<T> leadingOn(Page<T> page, Optional<String> token) {
    if (token.isPresent() && page.next().equals(token)) {
      throw S3Answers.noAnswer("it says that it goes on where it began");
    }
    return page;
  }

  /** The two markers of S3 for the end of a page, in one opaque token. */
  private record Markers(String key, String id) {
    static String text(@Nullable String key, @Nullable String id) {
      return encode(S3Answers.text(key)) + "." + encode(S3Answers.text(id));
    }

    static Markers parse(String token) {
      int dot = token.indexOf('.');
      try {
        return new Markers(decode(token.substring(0, dot)), decode(token.substring(dot + 1)));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new DriverException.InvalidArgument("the page token was not given by this listing");
      }
    }

    private static String encode(String text) {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }
  }
}
