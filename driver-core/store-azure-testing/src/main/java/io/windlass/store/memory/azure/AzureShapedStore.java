package io.windlass.store.memory.azure;

import io.windlass.error.DriverException;
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
import io.windlass.store.azure.object.IdentifierMetadata;
import io.windlass.store.memory.Bodies;
import io.windlass.store.memory.KeyPages;
import io.windlass.store.memory.Keys;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Blobs of a container as objects. */
public final class AzureShapedStore implements ObjectStore {
  private final FakeAzure account;
  private final String bucket;
  private final boolean renaming;

  AzureShapedStore(FakeAzure account, String bucket) {
    this(account, bucket, false);
  }

  private AzureShapedStore(FakeAzure account, String bucket, boolean renaming) {
    this.account = account;
    this.bucket = bucket;
    this.renaming = renaming;
  }

  /** Over a container of an account of its own. */
  public static AzureShapedStore alone() {
    return alone(false);
  }

  /** The same with atomic renames, and without directories. */
  public static AzureShapedStore renaming() {
    return alone(true);
  }

  private static AzureShapedStore alone(boolean renaming) {
    FakeAzure account = new FakeAzure(InstantSource.system());
    account.createContainer("alone");
    return new AzureShapedStore(account, "alone", renaming);
  }

  /** Another whose container holds the same blobs now. */
  public AzureShapedStore copy() {
    AzureShapedStore copy = alone(renaming);
    container().copyTo(copy.container());
    return copy;
  }

  FakeContainer container() {
    return account.container(bucket);
  }

  /** Refuses keys that would be others' there. */
  static String checked(String key) {
    Keys.check(key);
    if (key.indexOf('\\') >= 0) {
      throw new DriverException.InvalidKey("a key with a backslash, which is a slash there");
    }
    if (Arrays.stream(key.split("/")).anyMatch(segment -> segment.endsWith("."))) {
      throw new DriverException.InvalidKey("a key with a segment that loses its last dot there");
    }
    return key;
  }

  ObjectInfo info(String key, FakeBlob blob) {
    return new ObjectInfo(
        key,
        blob.content().capacity(),
        new Revision(blob.etag()),
        Optional.empty(),
        blob.modified(),
        account.now(),
        IdentifierMetadata.decode(blob.metadata()),
        ObjectProperties.NONE);
  }

  static Conditions conditions(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> Conditions.NONE;
      case Condition.IfAbsent _ -> new Conditions(Optional.empty(), true);
      case Condition.IfMatch(Revision revision) ->
          new Conditions(Optional.of(revision.token()), false);
    };
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
    return AzureErrors.call(() -> info(key, container().properties(checked(key))));
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return seen;
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    requireNoVersion(options.version());
    Optional<String> ifMatch = options.ifMatch().map(Revision::token);
    return AzureErrors.call(() -> {
      FakeBlob blob = container().get(checked(key), new Conditions(ifMatch, false));
      ByteBuffer body =
          options
              .range()
              .map(range -> FakeContainer.range(blob, range))
              .orElseGet(blob.content()::duplicate);
      return Bodies.reader(info(key, blob), body);
    });
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    ByteBuffer bytes = Bodies.of(content);
    Map<String, String> metadata = IdentifierMetadata.encode(options.metadata());
    Conditions conditions = conditions(options.condition());
    return AzureErrors.call(
        () -> info(key, container().put(checked(key), bytes, metadata, conditions)));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    requireNoVersion(source.version());
    Optional<Map<String, String>> metadata = options.metadata().map(IdentifierMetadata::encode);
    return AzureErrors.call(() -> {
      FakeBlob from = source(source);
      Conditions conditions = conditions(options.condition());
      return CopyResult.of(info(key, container().copy(from, checked(key), metadata, conditions)));
    });
  }

  FakeBlob source(CopySource source) {
    return account
        .container(source.bucket())
        .source(checked(source.key()), source.ifMatch().map(Revision::token));
  }

  @Override
  public void delete(String key, Condition condition) {
    try {
      container().delete(checked(key), conditions(condition));
    } catch (AzureError e) {
      boolean missing = e.code() == AzureError.Code.BLOB_NOT_FOUND;
      if (!missing) {
        throw AzureErrors.of(e);
      }
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(key + " is gone", e);
      }
    }
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    objects.forEach(object -> requireNoVersion(object.version()));
    List<String> names = objects.stream().map(object -> checked(object.key())).toList();
    List<Optional<AzureError>> answers = AzureErrors.call(() -> container().deleteBatch(names));
    List<DeleteFailure> failures = new ArrayList<>();
    for (int at = 0; at < answers.size(); at++) {
      ObjectId object = objects.get(at);
      answers
          .get(at)
          .filter(error -> error.code() != AzureError.Code.BLOB_NOT_FOUND)
          .ifPresent(error -> failures.add(new DeleteFailure(object, AzureErrors.of(error))));
    }
    return failures;
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    KeyPages.Lines<FakeBlob> page =
        AzureErrors.call(() ->
            container()
                .list(
                    options.prefix(),
                    options.delimiter(),
                    options.startAfter(),
                    token,
                    options.limit()));
    List<ListedEntry> entries =
        page.lines().stream()
            .map(this::entry)
            .filter(entry -> !isStart(entry, options.startAfter()))
            .toList();
    return new Page<>(entries, page.next());
  }

  /** The service begins with the key that it is asked to start from. */
  private static boolean isStart(ListedEntry entry, Optional<String> startAfter) {
    return entry instanceof ListedEntry.Listed listed
        && Optional.of(listed.key()).equals(startAfter);
  }

  private ListedEntry entry(KeyPages.Line<FakeBlob> line) {
    return line.value()
        .map(blob -> info(line.key(), blob))
        .<ListedEntry>map(info ->
            new ListedEntry.Listed(
                info.key(),
                info.size(),
                info.revision(),
                info.lastModified(),
                Optional.of(info.metadata()),
                Optional.of(info.properties())))
        .orElseGet(() -> new ListedEntry.Prefix(line.key()));
  }

  @Override
  public MultipartUploads uploads() {
    return new AzureShapedUploads(this);
  }

  /**
   * The service wants a token for the source in the request, which the credential may not allow.
   */
  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.empty();
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.of(this::update);
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return renaming ? Optional.of(new AzureShapedRenames(container())) : Optional.empty();
  }

  private CopyResult update(String key, Map<String, String> metadata, Condition condition) {
    Map<String, String> encoded = IdentifierMetadata.encode(metadata);
    return AzureErrors.call(() ->
        CopyResult.of(
            info(key, container().setMetadata(checked(key), encoded, conditions(condition)))));
  }

  private static void requireNoVersion(Optional<String> version) {
    if (version.isPresent()) {
      throw new DriverException.Unsupported("the account keeps no versions", null);
    }
  }
}
