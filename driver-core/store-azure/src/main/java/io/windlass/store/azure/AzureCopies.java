package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import io.windlass.store.ByteRange;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Copies within an account, which are over when the call is: "Copy Blob" may go on behind one's
 * back, and shows a blob meanwhile that is not whole. Small blobs are copied by "Copy Blob From
 * URL", others by blocks.
 */
final class AzureCopies {
  /** "Copy Blob From URL": the largest source. */
  private static final long MOST_AT_ONCE = 256L << 20;

  /** Of what is copied with a token of its own; beyond any copy of one request. */
  private static final Duration TOKEN_LIFE = Duration.ofHours(1);

  private final AzureContainer container;
  private final AzureUploads uploads;

  AzureCopies(AzureContainer container, AzureUploads uploads) {
    this.container = container;
    this.uploads = uploads;
  }

  CopyResult copy(CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    AzureContainer from = container.at(source.bucket());
    boolean atOnce =
        !options.metadata().map(Map::isEmpty).orElse(false)
            && source.size().orElse(MOST_AT_ONCE) <= MOST_AT_ONCE;
    if (atOnce && source.size().isPresent()) {
      return atOnce(from, source, key, options, source.size().getAsLong());
    }
    ObjectInfo seen = new AzureStore(from).head(source.key());
    return atOnce && seen.size() <= MOST_AT_ONCE
        ? atOnce(from, source, key, options, seen.size())
        : byBlocks(from, source, seen, key, options, started);
  }

  private CopyResult atOnce(
      AzureContainer from, CopySource source, String key, CopyOptions options, long size) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .header("x-ms-copy-source", signedUrl(from, source.key()))
            .header("x-ms-requires-sync", "true")
            .condition(options.condition())
            .moreTime(AzureClients.forCopying(size));
    source
        .ifMatch()
        .ifPresent(seen -> request.header("x-ms-source-if-match", BlobRequest.quoted(seen)));
    options.metadata().ifPresent(request::metadata);
    return container
        .errors()
        .call(
            "copy",
            container.target(key),
            () -> AzureAnswers.copy(key, from(from, source.key(), () -> request.send("copy"))));
  }

  /** Here metadata can be none, which a copy at once takes for that of the source. */
  private CopyResult byBlocks(
      AzureContainer from,
      CopySource source,
      ObjectInfo seen,
      String key,
      CopyOptions options,
      Consumer<Upload> started) {
    if (source.ifMatch().filter(wanted -> !isSame(wanted.token(), seen)).isPresent()) {
      throw new DriverException.PreconditionFailed(
          container
              .errors()
              .says("copy", from.target(source.key()), "it is not what it was expected to be"),
          null);
    }
    PutOptions put =
        new PutOptions(
            options.condition(),
            options.metadata().orElse(seen.metadata()),
            contentType(from, source.key()));
    if (seen.size() == 0) {
      return CopyResult.of(new AzureStore(container).put(key, Content.of(new byte[0]), put));
    }
    Upload upload = uploads.start(key, put);
    started.accept(upload);
    CopySource pinned = source.withIfMatch(seen.revision());
    List<Part> parts = new ArrayList<>();
    for (long offset = 0; offset < seen.size(); offset += MOST_AT_ONCE) {
      ByteRange range = new ByteRange(offset, Math.min(MOST_AT_ONCE, seen.size() - offset));
      parts.add(uploads.copy(upload, parts.size() + 1, pinned, range));
      Deadline.progress();
    }
    return CopyResult.of(uploads.complete(upload, parts, options.condition()));
  }

  private static boolean isSame(String token, ObjectInfo seen) {
    return AzureAnswers.revision(token).equals(seen.revision());
  }

  private static Optional<String> contentType(AzureContainer from, String key) {
    HttpHeaders headers = new BlobRequest(from, HttpMethod.HEAD, key).send("head");
    return Optional.ofNullable(headers.getValue(HttpHeaderName.CONTENT_TYPE));
  }

  /**
   * Makes a request that names a source, and says of a source that is missing what is missing: the
   * service says only that it cannot be read.
   */
  static HttpHeaders from(AzureContainer source, String key, Supplier<HttpHeaders> request) {
    try {
      return request.get();
    } catch (DriverException.NotFound e) {
      ObjectInfo _ = new AzureStore(source).head(key);
      throw e;
    }
  }

  /** The URL of a blob with a token to read it, which is for the service alone. */
  static String signedUrl(AzureContainer from, String key) {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    String token =
        from.clients()
            .container(from.name())
            .getBlobClient(AzureKeys.check(key))
            .generateSas(
                new BlobServiceSasSignatureValues(
                    now.plus(TOKEN_LIFE), new BlobSasPermission().setReadPermission(true)));
    return from.url(key) + "?" + token;
  }
}
