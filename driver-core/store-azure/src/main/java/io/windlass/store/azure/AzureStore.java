package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The data plane over one container of a storage account. Costs nothing but itself. */
final class AzureStore implements ObjectStore {
  private final AzureContainer container;
  private final AzureLists lists;
  private final AzureUploads uploads;
  private final AzureCopies copies;
  private final AzureDeletes deletes;

  AzureStore(AzureContainer container) {
    this.container = container;
    this.lists = new AzureLists(container);
    this.uploads = new AzureUploads(container);
    this.copies = new AzureCopies(container, uploads);
    this.deletes = new AzureDeletes(container);
  }

  @Override
  public String bucket() {
    return container.name();
  }

  @Override
  public ObjectInfo head(String key) {
    return container
        .errors()
        .call(
            "head",
            container.target(key),
            () ->
                AzureAnswers.info(
                    key, new BlobRequest(container, HttpMethod.HEAD, key).send("head")));
  }

  /** The service states the checksum of a whole blob that was put whole, and none of a range. */
  @Override
  public ObjectReader get(String key, GetOptions options) {
    requireNoVersion(options.version());
    BlobRequest request = new BlobRequest(container, HttpMethod.GET, key);
    options
        .range()
        .ifPresent(range ->
            request.header("x-ms-range", "bytes=%d-%d".formatted(range.offset(), range.last())));
    options.ifMatch().ifPresent(revision -> request.condition(Condition.ifMatch(revision)));
    HttpResponse answer = request.open("get");
    try {
      HttpHeaders headers = answer.getHeaders();
      Optional<String> md5 =
          options.range().isPresent()
              ? Optional.empty()
              : Optional.ofNullable(headers.getValue(HttpHeaderName.CONTENT_MD5));
      ObjectInfo info = AzureAnswers.info(key, headers);
      options.range().ifPresent(range -> requireWithin(range, info));
      options.range().ifPresent(range -> AzureAnswers.check(range, headers));
      return new AzureReader(answer, info, container, md5);
    } catch (RuntimeException e) {
      answer.close();
      throw container.errors().translate("get", container.target(key), e);
    }
  }

  /** Of an empty blob Azurite answers a range. */
  private static void requireWithin(ByteRange range, ObjectInfo info) {
    if (range.offset() >= info.size()) {
      throw new DriverException.InvalidArgument(
          "a range from %d on, of %d bytes".formatted(range.offset(), info.size()));
    }
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .header("x-ms-blob-type", "BlockBlob")
            .metadata(options.metadata())
            .condition(options.condition());
    options.contentType().ifPresent(type -> request.header("x-ms-blob-content-type", type));
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
                    request.send("put", new AzureBody(content))));
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    requireNoVersion(source.version());
    return copies.copy(source, key, options, started);
  }

  @Override
  public void delete(String key, Condition condition) {
    deletes.object(key, condition);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> objects) {
    objects.forEach(object -> requireNoVersion(object.version()));
    return deletes.all(objects);
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

  /** Whether there are any is a setting of the account's. */
  @Override
  public Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.of(this::update);
  }

  private ObjectInfo update(String key, Map<String, String> metadata, Condition condition) {
    BlobRequest request =
        new BlobRequest(container, HttpMethod.PUT, key)
            .query("comp", "metadata")
            .metadata(metadata)
            .condition(condition);
    HttpHeaders _ = request.send("update metadata");
    return head(key);
  }

  private static void requireNoVersion(Optional<String> version) {
    if (version.isPresent()) {
      throw new DriverException.Unsupported("the backend knows no versions of blobs", null);
    }
  }
}
