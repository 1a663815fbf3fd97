package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.http.BodyReader;
import io.windlass.http.CheckedBody;
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
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.azure.client.AzureBody;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import io.windlass.store.azure.client.HttpAnswer;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The data plane over one container of a storage account. Creating one is cheap. */
public final class AzureStore implements ObjectStore {
  private final AzureContainer container;
  private final AzureLists lists;
  private final AzureUploads uploads;
  private final AzureCopies copies;
  private final AzureDeletes deletes;
  private final AzureDirectories directories;
  private final FolderStubs stubs;

  public AzureStore(AzureContainer container) {
    this.container = container;
    this.stubs = new FolderStubs(container);
    this.lists = new AzureLists(container, stubs);
    this.uploads = new AzureUploads(container);
    this.copies = new AzureCopies(container, uploads);
    this.deletes = new AzureDeletes(container, stubs);
    this.directories = new AzureDirectories(container);
  }

  @Override
  public String bucket() {
    return container.name();
  }

  @Override
  public void checkKey(String key) {
    String _ = AzureKeys.check(key);
    if (AzureKeys.hasEmptySegment(key) && container.clients().hierarchy().known().orElse(false)) {
      throw AzureKeys.emptySegment();
    }
  }

  @Override
  public ObjectInfo head(String key) {
    if (container.isDirectory(key)) {
      return directories.head(key);
    }
    return container
        .errors()
        .call(
            "head",
            container.target(key),
            () -> {
              HttpHeaders headers = new BlobRequest(container, HttpMethod.HEAD, key).send("head");
              requireBlob("head", key, headers);
              return stubs.requireFile("head", AzureAnswers.info(key, headers));
            });
  }

  private void requireBlob(String operation, String key, HttpHeaders headers) {
    if (AzureAnswers.isDirectory(headers)) {
      throw FolderStubs.isDirectory(container, operation, key);
    }
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    return BlobTags.whole(container, key, new AzureVersion.Current(), seen);
  }

  /**
   * Compares the checksum that the service states for a whole blob that was written by one request.
   * For a range it would compute one on demand; computing it on both sides would cost more than the
   * rest of a read, and TLS protects the transfer.
   */
  @Override
  public ObjectReader get(String key, GetOptions options) {
    boolean directory = container.isDirectory(key);
    BlobRequest request =
        new BlobRequest(container, HttpMethod.GET, directory ? AzureDirectories.path(key) : key)
            .version(AzureVersion.of(options.version()));
    options
        .range()
        .ifPresent(range ->
            request.header("x-ms-range", "bytes=%d-%d".formatted(range.offset(), range.last())));
    options.ifMatch().ifPresent(revision -> request.condition(Condition.ifMatch(revision)));
    HttpAnswer answer = request.open("get");
    try {
      HttpHeaders headers = answer.headers();
      if (!directory) {
        requireBlob("get", key, headers);
      }
      Optional<String> md5 =
          options.range().isPresent() ? Optional.empty() : headers.firstValue("content-md5");
      ObjectInfo info = AzureAnswers.info(key, headers);
      if (options.version().isEmpty()) {
        ObjectInfo _ = stubs.requireFile("get", info);
      }
      options.range().ifPresent(range -> requireWithin(range, info));
      options.range().ifPresent(range -> AzureAnswers.check(range, headers));
      return new BodyReader(
          info,
          AzureAnswers.length(headers),
          new CheckedBody(answer.body(), answer, md5.map(CheckedBody.Stated::md5)),
          container.errors(),
          container.target(key));
    } catch (RuntimeException e) {
      answer.close();
      throw container.errors().translate("get", container.target(key), e);
    }
  }

  /**
   * Refuses a range behind the end, because Azurite answers a request for a range of an empty blob.
   */
  private static void requireWithin(ByteRange range, ObjectInfo info) {
    if (range.offset() >= info.size()) {
      throw new DriverException.InvalidArgument(
          "the range begins at byte %d, but the blob has %d bytes"
              .formatted(range.offset(), info.size()));
    }
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    if (container.isDirectory(key)) {
      return directories.put(key, content.length(), options.metadata(), options.condition());
    }
    Map<String, String> headers = BlobHeaders.of(options);
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .header("x-ms-blob-type", BlobHeaders.BLOCKS)
            .headers(headers)
            .condition(options.condition());
    return container
        .errors()
        .call(
            "put",
            container.target(key),
            () ->
                AzureAnswers.info(
                    key,
                    content.length(),
                    options.metadata(),
                    options.properties(),
                    BlobRetention.written(
                        headers, () -> request.send("put", new AzureBody(content)))));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    if (container.isDirectory(source.key()) || container.isDirectory(key)) {
      return copyEmpty(source, key, options);
    }
    try {
      return copies.copy(source, key, options, started);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return copies.copy(stubs.source(source).orElseThrow(() -> e), key, options, started);
    }
  }

  /** Copies from or to a directory, which is empty: copies its metadata. */
  private CopyResult copyEmpty(CopySource source, String key, CopyOptions options) {
    ObjectInfo from = new AzureStore(container.at(source.bucket())).head(source.key());
    if (source.ifMatch().isPresent() && !source.ifMatch().get().equals(from.revision())) {
      throw new DriverException.PreconditionFailed(
          container.errors().says("copy", container.target(source.key()), "it has changed"), null);
    }
    if (from.size() > 0) {
      throw new DriverException.InvalidArgument(
          "%s is a directory, which has no content".formatted(container.target(key)));
    }
    return CopyResult.of(
        put(
            key,
            Content.of(new byte[0]),
            PutOptions.DEFAULT
                .withMetadata(options.metadata().orElse(from.metadata()))
                .withCondition(options.condition())));
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
  public List<DeleteFailure> purge(List<ObjectId> objects) {
    return deletes.withSnapshots().all(objects);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    return lists.objects(options, token);
  }

  @Override
  public MultipartUploads uploads() {
    return uploads;
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return Optional.of(uploads);
  }

  /**
   * Present in each flat account whose service has versions: whether it keeps them can change at
   * any time. Accounts with directories have none ("Blob versioning").
   */
  @Override
  public Optional<ObjectVersions> versions() {
    return container.clients().version().hasVersions() && !container.hasDirectories()
        ? Optional.of(new AzureVersions(lists, deletes))
        : Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.of(this::update);
  }

  @Override
  public Optional<AtomicRenames> renames() {
    return container.hasDirectories() ? Optional.of(directories) : Optional.empty();
  }

  private CopyResult update(String key, Map<String, String> metadata, Condition condition) {
    if (container.isDirectory(key)) {
      return directories.update(key, metadata, condition);
    }
    return updated(container, key, key, metadata, condition);
  }

  /**
   * "Set Blob Metadata". The answer states the new revision. A later HEAD could state the revision
   * of another writer.
   *
   * @param path of the blob or directory with this key
   */
  static CopyResult updated(
      AzureContainer container,
      String key,
      String path,
      Map<String, String> metadata,
      Condition condition) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, path)
            .query("comp", "metadata")
            .headers(BlobHeaders.of(metadata))
            .condition(condition);
    return container
        .errors()
        .call(
            "update metadata",
            container.target(key),
            () -> AzureAnswers.copy(key, request.send("update metadata")));
  }
}
