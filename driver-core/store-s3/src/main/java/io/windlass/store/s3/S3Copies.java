package io.windlass.store.s3;

import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.Part;
import io.windlass.store.Revision;
import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;

/**
 * Server-side copies of whole objects. If the request needs something of the source that the caller
 * does not give, the source is looked up first: its size, for the time limit of the request, and
 * its headers, if the copy does not simply keep them. Then exactly the revision that was looked up
 * is copied.
 *
 * <p>A copy with a condition on its destination is an upload of one copied part: many servers check
 * the condition of a completion, and many ignore the condition of a copy and overwrite.
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
  }

  CopyResult copy(CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    boolean asItIs =
        options.condition() instanceof Condition.Always && options.metadata().isEmpty();
    if (asItIs && source.size().isPresent()) {
      return asItIs(source, source.size().getAsLong(), key);
    }
    for (int attempt = 1; ; attempt++) {
      HeadObjectResponse seen = sources.look(source);
      CopySource pinned =
          source
              .withIfMatch(new Revision(S3Answers.text(seen.eTag())))
              .withSize(seen.contentLength());
      Map<String, String> metadata =
          options.metadata().map(S3Keys::metadata).orElseGet(() -> S3Answers.metadata(seen));
      try {
        return switch (options.condition()) {
          case Condition.Always _ -> plain(pinned, key, options, seen, metadata);
          case Condition.IfAbsent _, Condition.IfMatch _ ->
              conditional(pinned, key, options.condition(), seen, metadata, started);
        };
      } catch (SourceChanged e) {
        if (source.ifMatch().isPresent() || attempt == ATTEMPTS) {
          throw new DriverException.PreconditionFailed(
              bucket
                  .errors()
                  .says("copy", S3Sources.target(source), "it changed while it was to be copied"),
              e);
        }
      }
    }
  }

  /** Copies without a look-up: the server itself copies headers and metadata. */
  private CopyResult asItIs(CopySource source, long size, String key) {
    S3Bucket from = bucket.at(source.bucket());
    return send(
        source,
        request(source, key, size).sourceKey(from.key(source.key(), source.version())).build());
  }

  private CopyResult plain(
      CopySource source,
      String key,
      CopyOptions options,
      HeadObjectResponse seen,
      Map<String, String> metadata)
      throws SourceChanged {
    CopyObjectRequest.Builder request = request(source, key, seen.contentLength());
    if (options.metadata().isPresent()) {
      // REPLACE drops all headers of the object that the request does not repeat.
      request
          .metadataDirective(MetadataDirective.REPLACE)
          .metadata(metadata)
          .contentType(seen.contentType())
          .contentEncoding(seen.contentEncoding())
          .contentDisposition(seen.contentDisposition())
          .contentLanguage(seen.contentLanguage())
          .cacheControl(seen.cacheControl())
          .expires(S3Answers.expires(seen).orElse(null));
    }
    try {
      return send(source, request.build());
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged();
    }
  }

  private CopyObjectRequest.Builder request(CopySource source, String key, long size) {
    return CopyObjectRequest.builder()
        .sourceBucket(source.bucket())
        .sourceKey(source.key())
        .sourceVersionId(source.version().orElse(null))
        .copySourceIfMatch(source.ifMatch().map(Revision::token).orElse(null))
        .destinationBucket(bucket.name())
        .destinationKey(key)
        .overrideConfiguration(bucket.clients().allowCopying(size));
  }

  private CopyResult send(CopySource source, CopyObjectRequest request) {
    return bucket
        .errors()
        .call(
            "copy",
            S3Sources.target(source),
            () -> S3Answers.copy(bucket.clients().slow().copyObject(request)));
  }

  private CopyResult conditional(
      CopySource source,
      String key,
      Condition condition,
      HeadObjectResponse seen,
      Map<String, String> metadata,
      Consumer<Upload> started)
      throws SourceChanged {
    Upload upload = uploads.startCopy(key, seen, metadata);
    try {
      started.accept(upload);
      Part part = part(upload, source, seen.contentLength());
      return CopyResult.of(uploads.complete(upload, List.of(part), condition));
    } catch (RuntimeException | SourceChanged e) {
      uploads.abort(upload, e);
      throw e;
    }
  }

  private Part part(Upload upload, CopySource source, long size) throws SourceChanged {
    if (size == 0) {
      return uploads.send(upload, 1, Content.of(new byte[0]));
    }
    try {
      return uploads.copy(upload, 1, source, Optional.empty(), size);
    } catch (DriverException.PreconditionFailed e) {
      throw new SourceChanged();
    }
  }
}
