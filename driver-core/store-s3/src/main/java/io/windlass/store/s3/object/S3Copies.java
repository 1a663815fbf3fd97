package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.AnnotationDirective;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.TaggingDirective;

/**
 * Server-side copies of whole objects. The server itself takes along metadata, headers and tags,
 * but neither the storage class, nor the encryption, nor the lock, nor the redirect, and on some
 * servers not Expires; and nothing at all if the copy is an upload. So the source is looked up
 * first, unless the caller says all of it. Then exactly the revision that was looked up is copied.
 *
 * <p>A copy with a condition on its destination is an upload of one copied part: many servers check
 * the condition of a completion, and many ignore the condition of a copy and overwrite. AWS does
 * not, so there the copy itself has the condition: an upload would lose annotations, which only AWS
 * has.
 */
final class S3Copies {
  /** Most attempts to copy a source that is overwritten between look-up and copy. */
  private static final int ATTEMPTS = 3;

  private final S3Bucket bucket;
  private final S3Uploads uploads;
  private final S3Sources sources;

  S3Copies(S3Bucket bucket, S3Uploads uploads, S3Sources sources) {
    this.bucket = bucket;
    this.uploads = uploads;
    this.sources = sources;
  }

  /** The source has changed since it was looked up. */
  private static final class SourceChanged extends Exception {
    private static final long serialVersionUID = 1L;

    private SourceChanged(DriverException.PreconditionFailed told) {
      super(told);
    }
  }

  CopyResult copy(CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    uploads.requireConditional(key, options.condition());
    for (int attempt = 1; ; attempt++) {
      Wanted wanted = isKnown(source, options) ? given(source, options) : look(source, options);
      try {
        return switch (options.condition()) {
          case Condition.Always _ ->
              bucket.isOnAws()
                  ? plain(wanted, key, options)
                  : plainOrRemade(wanted, key, options, started);
          case Condition.IfAbsent _, Condition.IfMatch _ ->
              bucket.isOnAws()
                  ? plain(wanted, key, options)
                  : conditional(wanted, key, options.condition(), started);
        };
      } catch (SourceChanged e) {
        if (isPinned(source) || attempt == ATTEMPTS) {
          throw new DriverException.PreconditionFailed(
              bucket
                  .errors()
                  .says(
                      "copy",
                      S3Sources.target(source),
                      options.condition() instanceof Condition.Always
                          ? "it changed while it was to be copied"
                          : "it changed while it was to be copied, or %s is not what it was"
                              .formatted(key)),
              e);
        }
      }
    }
  }

  /**
   * Copy that is to be made.
   *
   * @param source one revision or version
   * @param size of the source in bytes
   * @param described whether the server must be told the metadata
   */
  private record Wanted(
      CopySource source,
      long size,
      Map<String, String> metadata,
      ObjectProperties properties,
      boolean described) {}

  private static boolean isPinned(CopySource source) {
    return source.ifMatch().isPresent() || source.version().isPresent();
  }

  private boolean isKnown(CopySource source, CopyOptions options) {
    return source.size().isPresent()
        && isPinned(source)
        && !sources.mayBeUnknown(source)
        && options.metadata().isPresent()
        && options.properties().isPresent();
  }

  private Wanted given(CopySource source, CopyOptions options) {
    S3Bucket from = bucket.at(source.bucket());
    String _ = from.key(source.key(), source.version());
    return new Wanted(
        source,
        source.size().orElseThrow(),
        S3Keys.metadata(options.metadata().orElseThrow()),
        options.properties().orElseThrow(),
        true);
  }

  private Wanted look(CopySource source, CopyOptions options) {
    options.metadata().ifPresent(S3Keys::metadata);
    SdkHttpResponse seen = sources.look(source);
    CopySource pinned = MarkerRevision.pinned(source, seen);
    Map<String, String> own = S3Answers.metadata(seen);
    Map<String, String> metadata =
        options.metadata().isPresent() || S3Answers.canBeRepeated(seen)
            ? options.metadataOf(own, S3Answers.lastModified(seen))
            : own;
    boolean byUpload =
        !(options.condition() instanceof Condition.Always) && !bucket.annotations().arePossible();
    ObjectProperties properties =
        options
            .properties()
            .orElseGet(() -> byUpload ? sources.whole(source, seen) : sources.seen(source, seen));
    boolean described =
        !metadata.equals(own)
            || options.metadata().isPresent()
            || options.properties().isPresent()
            || properties.headers().expires().isPresent();
    return new Wanted(pinned, S3Answers.length(seen), metadata, properties, described);
  }

  private CopyResult plain(Wanted wanted, String key, CopyOptions options) throws SourceChanged {
    try {
      return asked(wanted, key, options);
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged(e); // or the destination
    }
  }

  private CopyResult plainOrRemade(
      Wanted wanted, String key, CopyOptions options, Consumer<Upload> started)
      throws SourceChanged {
    try {
      return bucket
          .refused()
          .make(
              MarkerRevision.isMarker(key, wanted.size())
                  ? RefusedCopies.Kind.MARKER
                  : RefusedCopies.Kind.OBJECT,
              () -> sources.isAsAsked(wanted.source()),
              () -> asked(wanted, key, options),
              () -> remade(wanted, key, started));
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged(e);
    }
  }

  /**
   * Asks the server for a copy.
   *
   * @throws DriverException.PreconditionFailed if the source or the destination has changed
   */
  private CopyResult asked(Wanted wanted, String key, CopyOptions options) {
    CopySource source = wanted.source();
    Map<String, String> headers = new HashMap<>(S3Properties.opaque(wanted.properties()));
    CopyObjectRequest.Builder request =
        CopyObjectRequest.builder()
            .sourceBucket(source.bucket())
            .sourceKey(source.key())
            .sourceVersionId(source.version().orElse(null))
            .copySourceIfMatch(source.ifMatch().map(Revision::token).orElse(null))
            .destinationBucket(bucket.name())
            .destinationKey(key);
    if (wanted.described()) {
      // REPLACE drops all headers of the object that the request does not repeat.
      request.metadataDirective(MetadataDirective.REPLACE).metadata(wanted.metadata());
      headers.putAll(S3Properties.content(wanted.properties().headers()));
    }
    if (options.properties().isPresent()) {
      request.taggingDirective(TaggingDirective.REPLACE);
      headers.putAll(S3Properties.tagging(wanted.properties().tags()));
      if (bucket.annotations().arePossible()) {
        // Who says all has given them up, perhaps as the key may not read them.
        request.annotationDirective(AnnotationDirective.EXCLUDE);
      }
    }
    headers.putAll(S3Uploads.headers(options.condition()));
    request.overrideConfiguration(
        S3Properties.with(bucket.clients().allowCopying(wanted.size()), bucket.making(headers)));
    return bucket
        .errors()
        .call(
            "copy",
            S3Sources.target(source),
            () ->
                S3Answers.copy(
                    key, wanted.size(), bucket.clients().slow().copyObject(request.build())));
  }

  /** Makes what the server does not copy of itself: by a PUT if it is small, or else in parts. */
  private CopyResult remade(Wanted wanted, String key, Consumer<Upload> started)
      throws SourceChanged {
    CopySource source = wanted.source();
    S3Bucket from = bucket.at(source.bucket());
    ObjectProperties whole = from.whole(source.key(), source.version(), wanted.properties());
    if (wanted.size() > S3Store.SMALL) {
      Wanted all = new Wanted(source, wanted.size(), wanted.metadata(), whole, true);
      return conditional(all, key, Condition.always(), started);
    }
    GetOptions what = new GetOptions(Optional.empty(), source.ifMatch(), source.version());
    byte[] content;
    try (ObjectReader reader = new S3Store(from).get(source.key(), what)) {
      content = reader.readAll(S3Store.SMALL);
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged(e);
    } catch (IOException e) {
      throw bucket.errors().translate("copy", S3Sources.target(source), e);
    }
    PutOptions options = new PutOptions(Condition.always(), wanted.metadata(), whole);
    return CopyResult.of(new S3Store(bucket).put(key, Content.of(content), options));
  }

  private CopyResult conditional(
      Wanted wanted, String key, Condition condition, Consumer<Upload> started)
      throws SourceChanged {
    Upload upload = uploads.startCopy(key, wanted.metadata(), wanted.properties());
    try {
      started.accept(upload);
      Part part = part(upload, wanted);
      return CopyResult.of(uploads.complete(upload, List.of(part), condition));
    } catch (RuntimeException | SourceChanged e) {
      uploads.abort(upload, e);
      throw e;
    }
  }

  private Part part(Upload upload, Wanted wanted) throws SourceChanged {
    if (wanted.size() == 0) {
      return uploads.send(upload, 1, Content.of(new byte[0]));
    }
    try {
      return uploads.copy(upload, 1, wanted.source(), Optional.empty(), wanted.size());
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged(e);
    }
  }
}
