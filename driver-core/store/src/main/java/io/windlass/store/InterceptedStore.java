package io.windlass.store;

import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Store that runs an interceptor around each of its calls, to measure or watch them. */
public final class InterceptedStore implements ObjectStore {
  private final ObjectStore store;
  private final Interceptor interceptor;

  public InterceptedStore(ObjectStore store, Interceptor interceptor) {
    this.store = store;
    this.interceptor = interceptor;
  }

  /** Code that runs around a call. */
  public interface Interceptor {
    /**
     * Makes the call, or fails instead.
     *
     * @param next the call itself; to be run at most once
     */
    <T> T call(StoreCall call, Supplier<T> next);
  }

  private void run(StoreCall call, Runnable next) {
    interceptor.call(
        call,
        () -> {
          next.run();
          return call;
        });
  }

  @Override
  public String bucket() {
    return store.bucket();
  }

  @Override
  public void checkKey(String key) {
    store.checkKey(key);
  }

  @Override
  public ObjectInfo head(String key) {
    return interceptor.call(StoreCall.HEAD, () -> store.head(key));
  }

  @Override
  public Optional<ObjectInfo> seek(String key) {
    return interceptor.call(StoreCall.HEAD, () -> store.seek(key));
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return seen.whole()
        ? seen
        : interceptor.call(StoreCall.PROPERTIES, () -> store.properties(key, seen));
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    return interceptor.call(StoreCall.GET, () -> store.get(key, options));
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    return interceptor.call(StoreCall.PUT, () -> store.put(key, content, options));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    return interceptor.call(StoreCall.COPY, () -> store.copy(source, key, options, started));
  }

  @Override
  public void delete(String key, Condition condition) {
    run(StoreCall.DELETE, () -> store.delete(key, condition));
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    return interceptor.call(StoreCall.DELETE_ALL, () -> store.deleteAll(objects));
  }

  @Override
  public List<DeleteFailure> purge(List<ObjectId> objects) {
    return interceptor.call(StoreCall.DELETE_ALL, () -> store.purge(objects));
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return interceptor.call(StoreCall.LIST, () -> store.list(options, token));
  }

  @Override
  public MultipartUploads uploads() {
    return new Uploads(store.uploads());
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return store
        .rangeCopies()
        .map(copies ->
            (upload, number, source, range) ->
                interceptor.call(
                    StoreCall.COPY_RANGE, () -> copies.copy(upload, number, source, range)));
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return store.versions().map(Versions::new);
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return store
        .metadataUpdates()
        .map(updates ->
            (key, metadata, condition) ->
                interceptor.call(
                    StoreCall.UPDATE_METADATA, () -> updates.update(key, metadata, condition)));
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return store.renames().map(Renames::new);
  }

  private final class Renames implements AtomicRenames {
    private final AtomicRenames renames;

    Renames(AtomicRenames renames) {
      this.renames = renames;
    }

    @Override
    public Revision object(String from, String to, Revision source, Condition target) {
      return interceptor.call(StoreCall.RENAME, () -> renames.object(from, to, source, target));
    }

    @Override
    public void directory(String from, String to) {
      run(StoreCall.RENAME, () -> renames.directory(from, to));
    }
  }

  private final class Uploads implements MultipartUploads {
    private final MultipartUploads uploads;

    Uploads(MultipartUploads uploads) {
      this.uploads = uploads;
    }

    @Override
    public Upload start(String key, PutOptions options) {
      return interceptor.call(StoreCall.START_UPLOAD, () -> uploads.start(key, options));
    }

    @Override
    public Upload startWithCopies(String key, PutOptions options) {
      return interceptor.call(StoreCall.START_UPLOAD, () -> uploads.startWithCopies(key, options));
    }

    @Override
    public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
      return interceptor.call(
          StoreCall.START_UPLOAD, () -> uploads.startCopy(key, source, metadata));
    }

    @Override
    public Part send(Upload upload, int number, Content content) {
      return interceptor.call(StoreCall.SEND_PART, () -> uploads.send(upload, number, content));
    }

    @Override
    public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
      return interceptor.call(
          StoreCall.COMPLETE_UPLOAD, () -> uploads.complete(upload, parts, condition));
    }

    @Override
    public void abort(Upload upload) {
      run(StoreCall.ABORT_UPLOAD, () -> uploads.abort(upload));
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
      return interceptor.call(StoreCall.LIST_PARTS, () -> uploads.parts(upload, token));
    }

    @Override
    public Page<Upload> list(String prefix, Optional<String> token) {
      return interceptor.call(StoreCall.LIST_UPLOADS, () -> uploads.list(prefix, token));
    }

    @Override
    public List<Upload> of(String key) {
      return interceptor.call(StoreCall.UPLOADS_OF_KEY, () -> uploads.of(key));
    }

    @Override
    public Optional<Duration> expiry() {
      return uploads.expiry();
    }
  }

  private final class Versions implements ObjectVersions {
    private final ObjectVersions versions;

    Versions(ObjectVersions versions) {
      this.versions = versions;
    }

    @Override
    public Page<ListedVersion> list(String prefix, Optional<String> token) {
      return interceptor.call(StoreCall.LIST_VERSIONS, () -> versions.list(prefix, token));
    }

    @Override
    public void delete(String key, String version) {
      run(StoreCall.DELETE_VERSION, () -> versions.delete(key, version));
    }
  }
}
