package io.windlass.mounter.volume;

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
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A bucket with one writer. What a condition asks for is looked at just before, and the request is
 * sent without it, for servers that ignore conditions or refuse them: nobody changes the object in
 * between.
 */
final class SingleWriterStore implements ObjectStore {
  private final ObjectStore store;

  SingleWriterStore(ObjectStore store) {
    this.store = store;
  }

  /**
   * Checks a condition.
   *
   * @throws DriverException.PreconditionFailed if it does not hold
   */
  private void require(String key, Condition condition) {
    switch (condition) {
      case Condition.Always _ -> {}
      case Condition.IfAbsent _ -> requireRevision(key, Optional.empty());
      case Condition.IfMatch(Revision revision) -> requireRevision(key, Optional.of(revision));
    }
  }

  private void requireRevision(String key, Optional<Revision> wanted) {
    if (!revision(key).equals(wanted)) {
      throw new DriverException.PreconditionFailed("%s has changed".formatted(key), null);
    }
  }

  private Optional<Revision> revision(String key) {
    try {
      return Optional.of(store.head(key).revision());
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    require(key, options.condition());
    return store.put(key, content, options.withCondition(Condition.always()));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    require(key, options.condition());
    return store.copy(source, key, options.withCondition(Condition.always()), started);
  }

  @Override
  public void delete(String key, Condition condition) {
    require(key, condition);
    store.delete(key, Condition.always());
  }

  @Override
  public MultipartUploads uploads() {
    return new Uploads(store.uploads());
  }

  private final class Uploads implements MultipartUploads {
    private final MultipartUploads uploads;

    Uploads(MultipartUploads uploads) {
      this.uploads = uploads;
    }

    @Override
    public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
      require(upload.key(), condition);
      return uploads.complete(upload, parts, Condition.always());
    }

    @Override
    public Upload start(String key, PutOptions options) {
      return uploads.start(key, options);
    }

    @Override
    public Upload startWithCopies(String key, PutOptions options) {
      return uploads.startWithCopies(key, options);
    }

    @Override
    public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
      return uploads.startCopy(key, source, metadata);
    }

    @Override
    public Part send(Upload upload, int number, Content content) {
      return uploads.send(upload, number, content);
    }

    @Override
    public void abort(Upload upload) {
      uploads.abort(upload);
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
      return uploads.parts(upload, token);
    }

    @Override
    public Page<Upload> list(String prefix, Optional<String> token) {
      return uploads.list(prefix, token);
    }

    @Override
    public List<Upload> of(String key) {
      return uploads.of(key);
    }

    @Override
    public Optional<Duration> expiry() {
      return uploads.expiry();
    }
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
    return store.head(key);
  }

  @Override
  public Optional<ObjectInfo> seek(String key) {
    return store.seek(key);
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return store.properties(key, seen);
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    return store.get(key, options);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    return store.deleteAll(objects);
  }

  @Override
  public List<DeleteFailure> purge(List<ObjectId> objects) {
    return store.purge(objects);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return store.list(options, token);
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return store.rangeCopies();
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return store.versions();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return store.metadataUpdates();
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return store.renames();
  }
}
