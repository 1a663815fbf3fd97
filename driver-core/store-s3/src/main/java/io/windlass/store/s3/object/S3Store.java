package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.http.BodyReader;
import io.windlass.http.HttpAttempts;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
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
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Body;
import io.windlass.store.s3.client.S3Requests.Body;
import io.windlass.store.s3.client.S3Requests.Request;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Data plane of one bucket of an S3 server. Making an instance sends no request. */
public final class S3Store implements ObjectStore {
  /** Most bytes of content that is read into memory, to be sent behind its checksum. */
  static final int SMALL = 256 << 10;

  /** Looks that tell that an object is gone, where an answer may not know what is there. */
  private static final int LOOKS = 5;

  private final S3Bucket bucket;
  private final HttpAttempts attempts;
  private final S3Lists lists;
  private final BucketSight sight;
  private final S3Uploads uploads;
  private final S3Copies copies;
  private final S3Deletes deletes;
  private final S3Versions versions;

  public S3Store(S3Bucket bucket) {
    this(bucket, System::nanoTime, new HttpAttempts());
  }

  /**
   * Goes by a clock that counts nanoseconds.
   *
   * @param attempts pauses between looks at an object
   */
  S3Store(S3Bucket bucket, LongSupplier clock, HttpAttempts attempts) {
    this.bucket = bucket;
    this.attempts = attempts;
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
    String checked = bucket.key(key, Optional.empty());
    return sight.look(
        key,
        Optional.empty(),
        () ->
            bucket
                .errors()
                .call(
                    "head",
                    bucket.target(key),
                    () -> {
                      SdkHttpResponse answer = bucket.head(checked, Optional.empty(), Map.of());
                      return S3Answers.info(key, answer, bucket.seen(answer));
                    }));
  }

  /**
   * Some of AWS's answers do not know what is written to a bucket after it was told to keep
   * versions, for up to 15 minutes.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/manage-versioning-examples.html">Enabling
   *     versioning on buckets</a>
   */
  @Override
  public Optional<ObjectInfo> seek(String key) {
    Deadline until = Deadline.within(bucket.clients().connection().http().callTimeout());
    Optional<ObjectInfo> found = ObjectStore.super.seek(key);
    for (int look = 1; found.isEmpty() && mayBeLate(look, until); look++) {
      found = ObjectStore.super.seek(key);
    }
    return found;
  }

  private boolean mayBeLate(int look, Deadline until) {
    return bucket.isOnAws() && look < LOOKS && attempts.pause(look, until);
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return bucket.whole(key, Optional.empty(), seen);
  }

  /** Opens an object. The checksum of a whole object is verified; of a part the server has none. */
  @Override
  public ObjectReader get(String key, GetOptions options) {
    String checked = bucket.key(key, options.version());
    Map<String, String> headers = new HashMap<>();
    options.range().ifPresent(range -> headers.put("Range", S3Uploads.header(range)));
    if (options.range().filter(range -> range.offset() > 0).isEmpty()) {
      headers.put("x-amz-checksum-mode", "ENABLED"); // the range may be the whole object
    }
    options.ifMatch().ifPresent(revision -> headers.put("If-Match", revision.token()));
    Request request = bucket.request(SdkHttpMethod.GET, checked, options.version(), headers);
    Supplier<ObjectReader> opening =
        () ->
            bucket
                .errors()
                .call(
                    "get",
                    bucket.target(key),
                    () ->
                        bucket
                            .clients()
                            .requests()
                            .send(request, answer -> opened(key, answer, options.range())));
    try {
      return options.version().isEmpty() ? sight.tell(key, opening) : opening.get();
    } catch (DriverException.Unsupported e) {
      // MinIO answers so for a version that is a delete marker.
      throw new DriverException.NotFound(e.getMessage(), e);
    }
  }

  private ObjectReader opened(String key, S3Answer answer, Optional<ByteRange> range)
      throws IOException {
    S3Download body =
        S3Answers.isWhole(answer.head()) ? S3Download.whole(answer) : S3Download.part(answer);
    try {
      range.ifPresent(asked -> S3Answers.check(asked, answer.head()));
      return new BodyReader(
          S3Answers.info(key, answer.head(), bucket.seen(answer.head())),
          S3Answers.length(answer.head()),
          body,
          bucket.errors(),
          bucket.target(key));
    } catch (SdkClientException e) {
      body.close(false);
      throw e;
    }
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    String checked = bucket.newKey(key);
    Map<String, String> headers = bucket.making(S3Properties.headers(options));
    headers.putAll(S3Uploads.headers(options.condition()));
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
                          content.length() <= SMALL
                              ? putSmall(checked, body, headers)
                              : bucket.send(checked, Map.of(), headers, body))));
    }
  }

  private SdkHttpResponse putSmall(String key, S3Body body, Map<String, String> headers) {
    byte[] bytes = body.bytes();
    headers.putIfAbsent("Content-Type", S3Body.ANY_TYPE);
    return bucket
        .clients()
        .stating(digest -> {
          Map<String, String> all = new HashMap<>(headers);
          all.putAll(digest.header(bytes));
          Request request =
              new Request(
                  SdkHttpMethod.PUT,
                  Optional.of(bucket.name()),
                  key,
                  Map.of(),
                  all,
                  Optional.of(Body.of(bytes)));
          return bucket.clients().requests().send(request, S3Answer::closed);
        });
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
