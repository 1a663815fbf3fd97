package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import com.azure.storage.common.Utility;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Part;
import io.windlass.store.Upload;
import io.windlass.store.azure.client.AzureBearer;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import io.windlass.store.azure.client.ServiceVersion;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Copies within an account that are complete when the call returns. "Copy Blob" may continue in the
 * background, and shows an incomplete blob meanwhile. Small blobs are copied by "Copy Blob From
 * URL", others by blocks.
 */
final class AzureCopies {
  /** "Copy Blob From URL": the largest source. */
  private static final long MOST_AT_ONCE = 256L << 20;

  /** Most attempts to copy a blob that others overwrite between HEAD and copy. */
  private static final int ATTEMPTS = 3;

  private static final String SOURCE = "x-ms-copy-source";

  /** Validity of the token for a source; longer than any copy by one request. */
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(55);

  /**
   * Tolerated difference between the clocks of driver and service. A token begins, because accounts
   * with an expiration policy demand it, and together with its life this is an hour.
   */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final AzureContainer container;
  private final AzureUploads uploads;

  AzureCopies(AzureContainer container, AzureUploads uploads) {
    this.container = container;
    this.uploads = uploads;
  }

  /**
   * A source as the HEAD described it.
   *
   * @param at where it is
   * @param repeatable whether a request can repeat its metadata
   */
  record Seen(AzureContainer at, CopySource source, ObjectInfo info, boolean repeatable) {
    static Seen of(AzureContainer at, CopySource source, HttpHeaders answer) {
      return new Seen(
          at, source, AzureAnswers.info(source.key(), answer), BlobHeaders.canBeRepeated(answer));
    }

    /** Returns a source that matches only this revision. */
    CopySource pinned() {
      return source.withIfMatch(info.revision()).withSize(info.size());
    }

    /** Returns the properties of the copy; asks for tags. */
    ObjectProperties forCopy(AzureContainer into) {
      ObjectProperties whole =
          BlobTags.whole(at, source.key(), AzureVersion.of(source.version()), info.properties());
      return into.name().equals(at.name()) ? whole : BlobHeaders.withoutRetention(whole);
    }
  }

  /**
   * Copies a blob. Reads the properties of the source before, unless the caller states all of them:
   * the service drops tags, the tier and the encryption key if the request does not name them.
   */
  CopyResult copy(CopySource wanted, String key, CopyOptions options, Consumer<Upload> started) {
    CopySource source = pinned(wanted);
    if (isSaid(source, options)) {
      return byBlocks(
          source,
          key,
          BlobHeaders.of(options.metadata().orElseThrow()),
          options.properties().orElseThrow(),
          options.condition(),
          started);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return copy(look(container, source), key, options, started);
      } catch (DriverException.PreconditionFailed e) {
        // The source may have been replaced; the caller has not excluded that.
        if (source.ifMatch().isPresent() || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static boolean isSaid(CopySource source, CopyOptions options) {
    return options.metadata().isPresent()
        && options.properties().isPresent()
        && source.ifMatch().isPresent()
        && source.size().isPresent();
  }

  private CopyResult copy(Seen seen, String key, CopyOptions options, Consumer<Upload> started) {
    // A synchronous copy takes the content headers from the source. If the request has no metadata,
    // it takes those of the source.
    ObjectInfo info = seen.info();
    // The time is not worth the metadata of others.
    Map<String, String> metadata =
        options.metadata().isPresent() || seen.repeatable()
            ? options.metadataOf(info.metadata(), info.lastModified())
            : info.metadata();
    boolean same = metadata.equals(info.metadata());
    boolean atOnce =
        options.properties().isEmpty()
            && (same || !metadata.isEmpty())
            && info.size() <= MOST_AT_ONCE;
    return atOnce
        ? atOnce(seen, key, same ? Map.of() : BlobHeaders.of(metadata), options.condition())
        : byBlocks(
            seen.pinned(),
            key,
            BlobHeaders.of(metadata),
            options.properties().orElseGet(() -> seen.forCopy(container)),
            options.condition(),
            started);
  }

  /** Returns the source by its revision, if its version is none that the account keeps. */
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
  static Seen look(AzureContainer into, CopySource source) {
    AzureContainer at = into.at(source.bucket());
    BlobRequest request = new BlobRequest(at, HttpMethod.HEAD, source.key());
    source.version().ifPresent(id -> request.query("versionid", id));
    source.ifMatch().ifPresent(wanted -> request.condition(Condition.ifMatch(wanted)));
    return into.errors()
        .call("copy", at.target(source.key()), () -> Seen.of(at, source, request.send("copy")));
  }

  /**
   * Copies by one request.
   *
   * @param described headers with the metadata of the copy; empty: those of the source
   */
  private CopyResult atOnce(
      Seen seen, String key, Map<String, String> described, Condition condition) {
    CopySource source = seen.pinned();
    Map<String, String> kept = BlobHeaders.besideContent(seen.forCopy(container));
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .headers(reading(seen.at(), source))
            .headers(kept)
            .header("x-ms-requires-sync", "true")
            .header("x-ms-source-if-match", BlobRequest.quoted(seen.info().revision()))
            .condition(condition)
            .headers(described)
            .moreTime(AzureClients.forCopying(seen.info().size()));
    return container
        .errors()
        .call(
            "copy",
            container.target(key),
            () ->
                AzureAnswers.copy(
                    key,
                    BlobRetention.written(
                        kept, () -> from(seen.at(), source.key(), () -> request.send("copy")))));
  }

  /**
   * Copies exactly this source, of the given size, with these properties.
   *
   * @param described headers with the metadata of the copy
   */
  private CopyResult byBlocks(
      CopySource source,
      String key,
      Map<String, String> described,
      ObjectProperties properties,
      Condition condition,
      Consumer<Upload> started) {
    long size = source.size().orElseThrow();
    Map<String, String> headers = BlobHeaders.of(Map.of(), properties);
    headers.putAll(described);
    Upload upload = uploads.start(key, headers);
    if (size > 0) {
      started.accept(upload);
    }
    List<Part> parts = new ArrayList<>();
    for (long offset = 0; offset < size; offset += MOST_AT_ONCE) {
      ByteRange range = new ByteRange(offset, Math.min(MOST_AT_ONCE, size - offset));
      parts.add(uploads.copy(upload, parts.size() + 1, source, range));
      Deadline.progress();
    }
    return CopyResult.of(uploads.complete(upload, parts, condition));
  }

  /**
   * Makes a request that names a source. If the source cannot be read, finds out whether blob or
   * container are missing, because the service does not say.
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

  /** A token for a version permits only that version, and a token for a blob permits no version. */
  private static String readToken(AzureContainer from, CopySource source) {
    ServiceVersion version = from.clients().version().ofSignatures();
    String kind = source.version().isPresent() ? "bv" : "b";
    String permissions = "r";
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String start = now.minus(SKEW).toString();
    String policy = "";
    String expiry = now.plus(TOKEN_LIFE).toString();
    String resource =
        "/blob/%s/%s/%s"
            .formatted(
                from.clients().connection().account(), from.name(), AzureKeys.check(source.key()));
    List<String> fields = new ArrayList<>(List.of(permissions, start, expiry, resource, policy));
    fields.addAll(version.restrictions(kind, source.version().orElse("")));
    return "sv=%s&sr=%s&sp=%s&st=%s&se=%s&sig=%s"
        .formatted(
            version.date(),
            kind,
            permissions,
            Utility.urlEncode(start),
            Utility.urlEncode(expiry),
            Utility.urlEncode(from.clients().key().computeHmac256(String.join("\n", fields))));
  }
}
