package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.http.BodyReader;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.s3.client.S3Body;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** Data plane of one bucket of an S3 server. Making an instance sends no request. */
public final class S3Store implements ObjectStore {
  private final S3Bucket bucket;
  private final S3Lists lists;
  private final BucketSight sight;
  private final S3Uploads uploads;
  private final S3Copies copies;
  private final S3Deletes deletes;
  private final S3Versions versions;

  public S3Store(S3Bucket bucket) {
    this(bucket, System::nanoTime);
  }

  /** Goes by a clock that counts nanoseconds. */
  S3Store(S3Bucket bucket, LongSupplier clock) {
    this.bucket = bucket;
    this.lists = new S3Lists(bucket);
    this.sight = new BucketSight(lists, clock);
    S3Sources sources = new S3Sources(bucket, sight);
    this.uploads = new S3Uploads(bucket, lists, sources);
    this.copies = new S3Copies(bucket, uploads, sources);
    this.deletes = new S3Deletes(bucket);
    this.versions = new S3Versions(lists, deletes);
  }

  @Override
  public String bucket() {
    return bucket.name();
  }

  @Override
  public void checkKey(String key) {
    String _ = S3Keys.key(key);
  }

  @Override
  public ObjectInfo head(String key) {
    HeadObjectRequest request =
        HeadObjectRequest.builder()
            .bucket(bucket.name())
            .key(bucket.key(key, Optional.empty()))
            .build();
    return sight.look(
        key,
        () ->
            bucket
                .errors()
                .call(
                    "head",
                    bucket.target(key),
                    () -> {
                      HeadObjectResponse answer = bucket.client().headObject(request);
                      return S3Answers.info(key, answer, bucket.seen(answer));
                    }));
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return bucket.whole(key, Optional.empty(), seen);
  }

  /**
   * Opens an object. The checksum of a whole object is verified; of a range the server has none.
   */
  @Override
  public ObjectReader get(String key, GetOptions options) {
    GetObjectRequest.Builder request =
        GetObjectRequest.builder().bucket(bucket.name()).key(bucket.key(key, options.version()));
    options
        .range()
        .ifPresentOrElse(
            range -> request.range(S3Uploads.header(range)),
            () -> request.checksumMode(ChecksumMode.ENABLED));
    options.ifMatch().map(Revision::token).ifPresent(request::ifMatch);
    options.version().ifPresent(request::versionId);
    try {
      return open(key, request.build(), options.range());
    } catch (DriverException.Unsupported e) {
      // MinIO answers so for a version that is a delete marker.
      throw new DriverException.NotFound(e.getMessage(), e);
    }
  }

  private ObjectReader open(String key, GetObjectRequest request, Optional<ByteRange> range) {
    return bucket
        .errors()
        .call(
            "get",
            bucket.target(key),
            () -> {
              ResponseInputStream<GetObjectResponse> stream =
                  bucket.client().getObject(request, ResponseTransformer.toInputStream());
              try {
                range.ifPresent(asked -> S3Answers.check(asked, stream.response()));
                return new BodyReader(
                    S3Answers.info(key, stream.response(), bucket.seen(stream.response())),
                    stream.response().contentLength(),
                    new S3Download(stream),
                    bucket.errors(),
                    bucket.target(key));
              } catch (SdkClientException e) {
                stream.abort();
                throw e;
              }
            });
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(bucket.name())
            .key(bucket.newKey(key))
            .contentLength(content.length())
            .metadata(S3Keys.metadata(options.metadata()))
            .overrideConfiguration(
                S3Properties.with(
                    bucket.clients().allowSending(content.length()),
                    S3Properties.headers(options.properties())));
    switch (options.condition()) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ -> request.ifNoneMatch("*");
      case Condition.IfMatch(Revision seen) -> request.ifMatch(seen.token());
    }
    try (S3Body body = new S3Body(content)) {
      return body.send(() ->
          bucket
              .errors()
              .call(
                  "put",
                  bucket.target(key),
                  () ->
                      S3Answers.info(
                          key,
                          content.length(),
                          options,
                          bucket
                              .clients()
                              .sending((client, checksums) ->
                                  client.putObject(checksums.on(request, body), body.request())))));
    }
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    return copies.copy(source, bucket.newKey(key), options, started);
  }

  @Override
  public void delete(String key, Condition condition) {
    deletes.object(key, condition);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    return deletes.all(objects);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    Page<ListedEntry> page = lists.objects(options, token);
    sight.seen();
    return page;
  }

  @Override
  public MultipartUploads uploads() {
    return uploads;
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.of(uploads);
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return bucket.capabilities().has(Feature.BUCKET_VERSIONS)
        ? Optional.of(versions)
        : Optional.empty();
  }

  /** Returns empty: S3 has no such request. */
  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.empty();
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return Optional.empty();
  }
}
