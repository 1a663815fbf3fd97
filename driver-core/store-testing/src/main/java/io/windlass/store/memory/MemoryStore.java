package io.windlass.store.memory;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Objects in memory. They take every key, and keep no versions. */
public final class MemoryStore implements ObjectStore {
  /** Fewer than a page of a listing, as on Azure. */
  public static final int MAX_DELETE_BATCH = 256;

  private final String bucket;
  private final MemoryBuckets buckets;

  MemoryStore(String bucket, MemoryBuckets buckets) {
    this.bucket = bucket;
    this.buckets = buckets;
  }

  /** Over a bucket of its own, which takes no smaller parts, except for the last of an upload. */
  public static MemoryStore of(long minPartBytes) {
    return over(new MemoryBucket(minPartBytes));
  }

  private static MemoryStore over(MemoryBucket bucket) {
    MemoryBuckets buckets = new MemoryBuckets(1);
    buckets.add("memory", bucket);
    return new MemoryStore("memory", buckets);
  }

  /** Returns a store whose bucket has a copy of the objects. */
  public MemoryStore copy() {
    return over(there().copy());
  }

  private MemoryBucket there() {
    return buckets.find(bucket);
  }

  @Override
  public String bucket() {
    return bucket;
  }

  @Override
  public void checkKey(String key) {
    Keys.check(key);
  }

  @Override
  public ObjectInfo head(String key) {
    return there().find(key).info(key);
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return seen.whole() ? seen : there().find(key).properties();
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    requireNoVersion(options.version());
    Blob blob = there().find(key, options.ifMatch());
    ByteBuffer body =
        options
            .range()
            .map(range -> Bodies.range(blob.content(), range))
            .orElseGet(blob.content()::duplicate);
    return Bodies.reader(blob.info(key), body);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    return there()
        .put(
            key, Bodies.of(content), options.metadata(), options.properties(), options.condition());
  }

  private Blob find(CopySource source) {
    requireNoVersion(source.version());
    return buckets.find(source.bucket()).find(source.key(), source.ifMatch());
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    MemoryBucket to = there();
    Blob from = find(source);
    Map<String, String> metadata = options.metadataOf(from.metadata(), from.modified());
    ObjectProperties properties = options.properties().orElse(from.properties());
    if (options.condition() instanceof Condition.Always) {
      return CopyResult.of(to.put(key, from.content(), metadata, properties, options.condition()));
    }
    Upload upload = to.uploads().start(key, metadata, properties);
    started.accept(upload);
    return CopyResult.of(uploaded(to, upload, from.content(), options.condition()));
  }

  /** Copies by an upload, as it is done on servers that ignore the conditions of copies. */
  private static ObjectInfo uploaded(
      MemoryBucket to, Upload upload, ByteBuffer content, Condition condition) {
    MemoryUploads uploads = to.uploads();
    try {
      return to.put(
          upload.key(), content, uploads.metadata(upload), uploads.properties(upload), condition);
    } finally {
      to.uploads().end(upload);
    }
  }

  @Override
  public void delete(String key, Condition condition) {
    there().delete(key, condition);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> all) {
    if (all.size() > MAX_DELETE_BATCH) {
      throw new DriverException.InvalidArgument(all.size() + " objects are too many at once");
    }
    all.forEach(object -> {
      requireNoVersion(object.version());
      delete(object.key(), Condition.always());
    });
    return List.of();
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return there().list(options, token);
  }

  private static void requireNoVersion(Optional<String> version) {
    if (version.isPresent()) {
      throw noVersions();
    }
  }

  private static DriverException noVersions() {
    return new DriverException.Unsupported("the store in memory keeps no versions", null);
  }

  @Override
  public MultipartUploads uploads() {
    return new Uploads();
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.of(this::copyRange);
  }

  private Part copyRange(Upload upload, int number, CopySource source, ByteRange range) {
    ByteBuffer content = find(source).content();
    if (range.last() >= content.capacity()) {
      throw new DriverException.InvalidArgument("the range ends behind the end");
    }
    return there().uploads().part(upload, number, Bodies.range(content, range));
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.empty();
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return Optional.empty();
  }

  private final class Uploads implements MultipartUploads {
    @Override
    public Upload start(String key, PutOptions options) {
      Keys.check(key);
      Keys.check(options.metadata());
      return there().uploads().start(key, options.metadata(), options.properties());
    }

    @Override
    public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
      return start(
          key, PutOptions.DEFAULT.withMetadata(metadata).withProperties(find(source).properties()));
    }

    @Override
    public Part send(Upload upload, int number, Content content) {
      return there().uploads().part(upload, number, Bodies.of(content));
    }

    @Override
    public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
      MemoryBucket to = there();
      ByteBuffer content = to.uploads().join(upload, parts);
      ObjectInfo info =
          to.put(
              upload.key(),
              content,
              to.uploads().metadata(upload),
              to.uploads().properties(upload),
              condition);
      to.uploads().end(upload);
      return info;
    }

    @Override
    public void abort(Upload upload) {
      there().uploads().end(upload);
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
      return new Page<>(there().uploads().parts(upload), Optional.empty());
    }

    @Override
    public Page<Upload> list(String prefix, Optional<String> token) {
      return new Page<>(there().uploads().list(prefix), Optional.empty());
    }

    @Override
    public List<Upload> of(String key) {
      return there().uploads().list(key).stream()
          .filter(upload -> upload.key().equals(key))
          .toList();
    }

    @Override
    public Optional<Duration> expiry() {
      return Optional.empty();
    }
  }
}
