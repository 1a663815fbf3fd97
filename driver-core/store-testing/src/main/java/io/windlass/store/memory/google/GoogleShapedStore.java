package io.windlass.store.memory.google;

import io.windlass.error.DriverException;
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
import io.windlass.store.memory.Bodies;
import io.windlass.store.memory.Keys;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Objects of a bucket. A revision is a generation: metadata that is changed in place leaves it as
 * it is.
 */
public final class GoogleShapedStore implements ObjectStore {
  private final FakeGoogle project;
  private final String bucket;

  GoogleShapedStore(FakeGoogle project, String bucket) {
    this.project = project;
    this.bucket = bucket;
  }

  /** Over a bucket of a project of its own, which keeps no versions. */
  public static GoogleShapedStore alone() {
    FakeGoogle project = new FakeGoogle(InstantSource.system());
    project.insertBucket("alone", false);
    return new GoogleShapedStore(project, "alone");
  }

  /** Another whose bucket holds the same objects now. */
  public GoogleShapedStore copy() {
    GoogleShapedStore copy = alone();
    there().copyTo(copy.there());
    return copy;
  }

  FakeBucket there() {
    return project.bucket(bucket);
  }

  /** Refuses keys of which there are none, or that are those of parts. */
  static String checked(String key) {
    Keys.check(key);
    if (GoogleShapedUploads.isReserved(key)) {
      throw new DriverException.InvalidKey("a key where parts of uploads are");
    }
    return key;
  }

  ObjectInfo info(FakeObject object) {
    return new ObjectInfo(
        object.name(),
        object.size(),
        revision(object),
        version(object),
        object.created(),
        project.now(),
        object.metadata(),
        ObjectProperties.NONE);
  }

  static Revision revision(FakeObject object) {
    return new Revision(String.valueOf(object.generation()));
  }

  /** Known where versions are kept. */
  private Optional<String> version(FakeObject object) {
    return Optional.of(object.generation())
        .filter(_ -> there().keepsVersions())
        .map(Object::toString);
  }

  static Preconditions preconditions(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> Preconditions.NONE;
      case Condition.IfAbsent _ -> Preconditions.generation(0);
      case Condition.IfMatch(Revision revision) -> Preconditions.generation(generation(revision));
    };
  }

  /** What is not of this store matches nothing. */
  private static long generation(Revision revision) {
    return generation(revision.token()).orElse(-1);
  }

  private static OptionalLong generation(String text) {
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  private static FakeObject find(
      FakeBucket bucket, String key, Optional<String> version, Optional<Revision> ifMatch) {
    Preconditions preconditions =
        ifMatch
            .map(revision -> Preconditions.generation(generation(revision)))
            .orElse(Preconditions.NONE);
    OptionalLong generation =
        version
            .map(text -> OptionalLong.of(generation(text).orElse(-1)))
            .orElseGet(OptionalLong::empty);
    return bucket.get(checked(key), generation, preconditions);
  }

  @Override
  public String bucket() {
    return bucket;
  }

  @Override
  public void checkKey(String key) {
    String _ = checked(key);
  }

  @Override
  public ObjectInfo head(String key) {
    return GoogleErrors.call(() -> info(find(there(), key, Optional.empty(), Optional.empty())));
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return seen;
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    return GoogleErrors.call(() -> {
      FakeObject object = find(there(), key, options.version(), options.ifMatch());
      ByteBuffer body =
          options.range().map(range -> range(object, range)).orElseGet(object.content()::duplicate);
      return Bodies.reader(info(object), body);
    });
  }

  private static ByteBuffer range(FakeObject object, ByteRange range) {
    if (range.offset() >= object.size()) {
      throw new GoogleError(GoogleError.Reason.RANGE_NOT_SATISFIABLE, range.toString());
    }
    return Bodies.range(object.content(), range);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    Keys.check(options.metadata());
    ByteBuffer bytes = Bodies.of(content);
    Preconditions preconditions = preconditions(options.condition());
    return GoogleErrors.call(
        () -> info(there().insert(checked(key), bytes, options.metadata(), preconditions)));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    options.metadata().ifPresent(Keys::check);
    return GoogleErrors.call(() -> CopyResult.of(info(rewritten(source, key, options))));
  }

  /** A rewrite may take several calls. */
  private FakeObject rewritten(CopySource source, String key, CopyOptions options) {
    FakeBucket to = there();
    Optional<String> token = Optional.empty();
    while (true) {
      FakeObject from = source(source);
      FakeBucket.Rewrite call =
          to.rewrite(
              from, checked(key), options.metadata(), preconditions(options.condition()), token);
      if (call.done().isPresent()) {
        return call.done().get();
      }
      token = call.token();
    }
  }

  FakeObject source(CopySource source) {
    return find(project.bucket(source.bucket()), source.key(), source.version(), source.ifMatch());
  }

  @Override
  public void delete(String key, Condition condition) {
    try {
      there().delete(checked(key), OptionalLong.empty(), preconditions(condition));
    } catch (GoogleError e) {
      if (e.reason() != GoogleError.Reason.NOT_FOUND) {
        throw GoogleErrors.of(e);
      }
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(key + " is gone", e);
      }
    }
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    List<ObjectId> others =
        objects.stream()
            .filter(object -> object.version().filter(GoogleShapedVersions::isMarker).isEmpty())
            .toList();
    List<FakeBucket.Named> named = others.stream().map(GoogleShapedStore::named).toList();
    List<Optional<GoogleError>> answers = GoogleErrors.call(() -> there().deleteBatch(named));
    List<DeleteFailure> failures = new ArrayList<>();
    for (int at = 0; at < answers.size(); at++) {
      ObjectId object = others.get(at);
      answers
          .get(at)
          .filter(error -> error.reason() != GoogleError.Reason.NOT_FOUND)
          .ifPresent(error -> failures.add(new DeleteFailure(object, GoogleErrors.of(error))));
    }
    return failures;
  }

  private static FakeBucket.Named named(ObjectId object) {
    OptionalLong generation =
        object
            .version()
            .map(text -> OptionalLong.of(generation(text).orElse(-1)))
            .orElseGet(OptionalLong::empty);
    return new FakeBucket.Named(checked(object.key()), generation);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    FakeBucket.Listing page =
        GoogleErrors.call(() ->
            there()
                .list(
                    options.prefix(),
                    options.delimiter(),
                    options.startAfter(),
                    token,
                    options.limit()));
    List<ListedEntry> entries =
        Stream.concat(
                page.items().stream()
                    .filter(object -> !Optional.of(object.name()).equals(options.startAfter()))
                    .map(GoogleShapedStore::listed),
                page.prefixes().stream().map(ListedEntry.Prefix::new))
            .filter(entry -> !GoogleShapedUploads.isReserved(entry.key()))
            .sorted(Comparator.comparing(ListedEntry::key, Keys.ORDER))
            .toList();
    return new Page<>(entries, page.nextPageToken());
  }

  private static ListedEntry listed(FakeObject object) {
    return new ListedEntry.Listed(
        object.name(),
        object.size(),
        revision(object),
        object.created(),
        Optional.of(object.metadata()),
        Optional.of(ObjectProperties.NONE));
  }

  @Override
  public MultipartUploads uploads() {
    return new GoogleShapedUploads(this);
  }

  /** The service composes objects of whole objects. */
  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.empty();
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return Optional.of(new GoogleShapedVersions(this));
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.of(this::update);
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return Optional.empty();
  }

  private CopyResult update(String key, Map<String, String> metadata, Condition condition) {
    Keys.check(metadata);
    return GoogleErrors.call(() ->
        CopyResult.of(info(there().update(checked(key), metadata, preconditions(condition)))));
  }
}
