package io.windlass.store.azure;

import com.azure.core.http.HttpMethod;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.Utility;
import io.windlass.secret.Secret;
import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Part;
import io.windlass.store.Revision;
import io.windlass.store.Upload;
import java.net.http.HttpHeaders;
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

  private static final String SOURCE = "x-ms-copy-source";

  /** Of what is copied with a token of its own; beyond any copy of one request. */
  private static final Duration TOKEN_LIFE = Duration.ofHours(1);

  private final AzureContainer container;
  private final AzureUploads uploads;

  AzureCopies(AzureContainer container, AzureUploads uploads) {
    this.container = container;
    this.uploads = uploads;
  }

  CopyResult copy(CopySource wanted, String key, CopyOptions options, Consumer<Upload> started) {
    CopySource source = pinned(wanted);
    AzureContainer from = container.at(source.bucket());
    boolean atOnce =
        !options.metadata().map(Map::isEmpty).orElse(false)
            && source.size().orElse(MOST_AT_ONCE) <= MOST_AT_ONCE;
    if (atOnce && source.size().isPresent()) {
      return atOnce(from, source, key, options, source.size().getAsLong());
    }
    HttpHeaders seen = look(container, source);
    long size = AzureAnswers.length(seen);
    return atOnce && size <= MOST_AT_ONCE
        ? atOnce(from, source, key, options, size)
        : byBlocks(source, seen, key, options, started);
  }

  /** A source that is no version is the blob as long as it has the revision. */
  static CopySource pinned(CopySource wanted) {
    return switch (AzureVersion.of(wanted.version())) {
      case AzureVersion.Current _, AzureVersion.Kept _ -> wanted;
      case AzureVersion.Unkept(Revision revision) ->
          new CopySource(
              wanted.bucket(),
              wanted.key(),
              Optional.empty(),
              Optional.of(revision),
              wanted.size());
    };
  }

  /**
   * Looks at a source.
   *
   * @param into where the copy is to be, in the same account
   */
  static HttpHeaders look(AzureContainer into, CopySource source) {
    BlobRequest request = new BlobRequest(into.at(source.bucket()), HttpMethod.HEAD, source.key());
    source.version().ifPresent(id -> request.query("versionid", id));
    source.ifMatch().ifPresent(wanted -> request.condition(Condition.ifMatch(wanted)));
    return request.send("copy");
  }

  private CopyResult atOnce(
      AzureContainer from, CopySource source, String key, CopyOptions options, long size) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .headers(reading(from, source))
            .header("x-ms-requires-sync", "true")
            .condition(options.condition())
            .moreTime(AzureClients.forCopying(size));
    source
        .ifMatch()
        .ifPresent(seen -> request.header("x-ms-source-if-match", BlobRequest.quoted(seen)));
    options.metadata().ifPresent(metadata -> request.headers(BlobHeaders.of(metadata)));
    return container
        .errors()
        .call(
            "copy",
            container.target(key),
            () -> AzureAnswers.copy(key, from(from, source.key(), () -> request.send("copy"))));
  }

  /** Here metadata can be none, which a copy at once takes for that of the source. */
  private CopyResult byBlocks(
      CopySource source,
      HttpHeaders seen,
      String key,
      CopyOptions options,
      Consumer<Upload> started) {
    ObjectInfo from = AzureAnswers.info(source.key(), seen);
    Upload upload =
        uploads.start(
            key, BlobHeaders.ofCopy(seen, options.metadata().orElse(from.metadata())));
    if (from.size() > 0) {
      started.accept(upload);
    }
    CopySource seenOne = source.withIfMatch(from.revision());
    List<Part> parts = new ArrayList<>();
    for (long offset = 0; offset < from.size(); offset += MOST_AT_ONCE) {
      ByteRange range = new ByteRange(offset, Math.min(MOST_AT_ONCE, from.size() - offset));
      parts.add(uploads.copy(upload, parts.size() + 1, seenOne, range));
      Deadline.progress();
    }
    return CopyResult.of(uploads.complete(upload, parts, options.condition()));
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

  /** Headers with which the service reads a source. */
  static Map<String, String> reading(AzureContainer from, CopySource source) {
    String version =
        source.version().map(id -> "versionid=%s&".formatted(Utility.urlEncode(id))).orElse("");
    String url = from.url(source.key()) + "?" + version;
    return switch (from.clients().credential()) {
      case AzureKey.Account _ -> Map.of(SOURCE, url + readToken(from, source));
      case AzureKey.Token(Secret own) -> Map.of(SOURCE, url + own.reveal());
      case AzureKey.Identity(AzureIdentity identity) ->
          Map.of(
              SOURCE,
              url.substring(0, url.length() - 1),
              "x-ms-copy-source-authorization",
              AzureBearer.header(from.clients().token(identity)));
    };
  }

  /** A token for a version is for that alone, and one for a blob is for no version. */
  private static String readToken(AzureContainer from, CopySource source) {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    BlobClient blob =
        from.clients().container(from.name()).getBlobClient(AzureKeys.check(source.key()));
    return source
        .version()
        .map(blob::getVersionClient)
        .orElse(blob)
        .generateSas(
            new BlobServiceSasSignatureValues(
                now.plus(TOKEN_LIFE), new BlobSasPermission().setReadPermission(true)));
  }
}
