package io.windlass.store.s3;

import io.windlass.store.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** The data plane over one bucket of an S3 server. Costs nothing but itself. */
final class S3Store implements ObjectStore {
  private final S3Clients clients;
  private final String bucket;
  private final Capabilities capabilities;
  private final S3Errors errors;
  private final S3Lists lists;
  private final S3Uploads uploads;
  private final S3Copies copies;

  S3Store(S3Clients clients, String bucket, Capabilities capabilities, S3Errors errors) {
    this.clients = clients;
    this.bucket = bucket;
    this.capabilities = capabilities;
    this.errors = errors;
    this.lists = new S3Lists(clients.calls(), bucket, errors);
    this.uploads = new S3Uploads(clients, bucket, errors);
    this.copies = new S3Copies(clients, bucket, errors, uploads);
  }

  @Override
  public String bucket() {
    return bucket;
  }

  @Override
  public ObjectInfo head(String key) {
    S3Keys.key(key);
    return errors.call(
        "head",
        target(key),
        () -> S3Answers.info(key, client().headObject(head -> head.bucket(bucket).key(key))));
  }

  /**
   * A whole object is compared with the checksum that the server keeps of it. Of a range the server
   * knows none.
   */
  @Override
  public ObjectReader get(String key, GetOptions options) {
    GetObjectRequest.Builder request =
        GetObjectRequest.builder().bucket(bucket).key(S3Keys.key(key));
    options
        .range()
        .ifPresentOrElse(
            range -> request.range(S3Uploads.header(range)),
            () -> request.checksumMode(ChecksumMode.ENABLED));
    options.ifMatch().ifPresent(request::ifMatch);
    options.version().ifPresent(request::versionId);
    return errors.call(
        "get",
        target(key),
        () -> {
          ResponseInputStream<GetObjectResponse> stream =
              client().getObject(request.build(), ResponseTransformer.toInputStream());
          return new S3Reader(stream, S3Answers.info(key, stream.response()), errors);
        });
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(bucket)
            .key(S3Keys.key(key))
            .contentLength(content.length())
            .metadata(S3Keys.metadata(options.metadata()))
            .overrideConfiguration(clients.allowSending(content.length()));
    options.contentType().ifPresent(request::contentType);
    switch (options.condition()) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ -> request.ifNoneMatch("*");
      case Condition.IfMatch(String etag) -> request.ifMatch(etag);
    }
    try (S3Body body = new S3Body(content)) {
      PutObjectResponse answer =
          body.send(() ->
              errors.call(
                  "put", target(key), () -> client().putObject(request.build(), body.request())));
      return S3Answers.info(key, content.length(), options.metadata(), answer);
    }
  }

  @Override
  public ObjectInfo copy(CopySource source, String key, CopyOptions options) {
    return copies.copy(source, S3Keys.key(key), options);
  }

  @Override
  public void delete(String key, Condition condition) {
    DeleteObjectRequest.Builder request =
        DeleteObjectRequest.builder().bucket(bucket).key(S3Keys.key(key));
    switch (condition) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ ->
          throw new StoreException.InvalidArgument("delete of what is absent: a condition of puts");
      case Condition.IfMatch(String etag) -> {
        if (!capabilities.has(Feature.DELETE_IF_MATCH)) {
          throw new StoreException.Unsupported(
              errors.says("delete", target(key), "the server has no conditional delete"), null);
        }
        request.ifMatch(etag);
      }
    }
    errors.call("delete", target(key), () -> client().deleteObject(request.build()));
  }

  @Override
  public void deleteVersion(String key, String version) {
    S3Keys.key(key);
    try {
      errors.call(
          "delete version",
          target(key),
          () -> client().deleteObject(gone -> gone.bucket(bucket).key(key).versionId(version)));
    } catch (StoreException.NotFound e) {
      requireBucket(e);
    }
  }

  /** A version that is gone is no error; a bucket that is gone is one. */
  private void requireBucket(StoreException.NotFound thrown) {
    if (S3Errors.isBucketMissing(thrown)) {
      throw thrown;
    }
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    if (objects.isEmpty()) {
      return List.of();
    }
    if (objects.size() > capabilities.maxDeleteBatch()) {
      throw new StoreException.InvalidArgument(
          "%d objects to delete: at most %d at once"
              .formatted(objects.size(), capabilities.maxDeleteBatch()));
    }
    List<ObjectIdentifier> identifiers = objects.stream().map(S3Store::identifier).toList();
    return errors
        .call(
            "delete",
            bucket,
            () ->
                client()
                    .deleteObjects(gone ->
                        gone.bucket(bucket).delete(all -> all.quiet(true).objects(identifiers))))
        .errors()
        .stream()
        .filter(error -> !S3Answers.text(error.code()).startsWith("NoSuch"))
        .map(error ->
            new DeleteFailure(
                new ObjectId(error.key(), Optional.ofNullable(error.versionId())),
                errors.of(
                    new S3Errors.Answer(
                        0, S3Answers.text(error.code()), S3Answers.text(error.message())),
                    "delete",
                    target(error.key()),
                    null)))
        .toList();
  }

  private static ObjectIdentifier identifier(ObjectId object) {
    ObjectIdentifier.Builder identifier = ObjectIdentifier.builder().key(S3Keys.key(object.key()));
    object.version().ifPresent(identifier::versionId);
    return identifier.build();
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return lists.objects(options, token);
  }

  @Override
  public Page<ListedVersion> listVersions(String prefix, Optional<String> token) {
    return lists.versions(prefix, token);
  }

  @Override
  public Upload startUpload(String key, PutOptions options) {
    return uploads.start(key, options);
  }

  @Override
  public Part uploadPart(Upload upload, int number, Content content) {
    return uploads.send(upload, number, content);
  }

  @Override
  public Part copyPart(Upload upload, int number, CopySource source, ByteRange range) {
    return uploads.copy(upload, number, source, Optional.of(range), range.length());
  }

  @Override
  public ObjectInfo completeUpload(Upload upload, List<Part> parts, Condition condition) {
    return uploads.complete(upload, parts, condition);
  }

  @Override
  public void abortUpload(Upload upload) {
    uploads.abort(upload);
  }

  @Override
  public Page<Part> listParts(Upload upload, Optional<String> token) {
    return uploads.parts(upload, token);
  }

  @Override
  public Page<Upload> listUploads(String prefix, Optional<String> token) {
    return lists.uploads(prefix, token);
  }

  private S3Client client() {
    return clients.calls();
  }

  private String target(String key) {
    return bucket + "/" + key;
  }
}
